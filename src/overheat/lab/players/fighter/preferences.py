"""What a fighting bot cares about, as data: its levels differ in nothing else."""

from __future__ import annotations

import msgspec


class Preferences(msgspec.Struct, frozen=True, kw_only=True):
    """What counts how much, in points of damage where nothing else is said."""

    caution: float = 1.0
    """What a point of damage taken counts against a point given."""
    desperation: float = 0.3
    """What is left of caution to who loses unless the enemy is brought down."""
    reply: float = 0.3
    """How much it counts where enemies that move later could go, and what they would do from there, against what they
    would do from where they stand; 0 to look no further than that."""
    short_list: int = 110
    """Places that are looked at so closely: the best without the enemy's reply."""
    shrewdness: float = 2.0
    """How sure it is that an enemy takes the reply that is best for it: points of damage that hardly matter to it."""
    focus: float = 0.6
    """How much more a target counts that does much harm and has little life left: 0 for all alike."""
    concert: float = 0.4
    """How much more a target counts that friends who have moved can bring down together: 0 for all alike."""
    closing: int = 6
    """The last rounds of a battle, in which what is left counts more than what it could still do."""
    lead: float = 1.2
    """How much more caution a lead brings then, and how much less it is when behind."""
    arrears: float = 0.5
    """How much less caution there is in the last round when behind by no more than is level."""
    impatience: float = 0.5
    """How much less caution there is at the end of a battle in which neither side has got ahead."""
    sides: float = 0.8
    """How much it counts which side is shown or hit, and what armour is left there: 0 for all alike."""
    back: float = 2.0
    """What it costs to show the back to an enemy, besides the damage that this does."""
    turned_back: float = 4.0
    """What it costs besides where that enemy has moved, is near and sees it, so that nothing is left to hope for."""
    askew: float = 1.5
    """What it costs to look the other way from all enemies in sight, the nearest first, less by as much as it turns to
    them."""
    finishing: float = 0.5
    """What bringing an enemy down counts beyond the damage that does it, as a share of its life."""
    wasted: float = 1.0
    """How much it counts that others may have brought an enemy down already: 0 for not at all."""
    another: float = 0.5
    """What a volley at a second target must be worth."""
    shared_fire: float = 2.0
    """How strongly an enemy prefers the target that it hurts most: 1 for in proportion, more for more surely."""
    fall: float = 15.0
    """What falling down costs under fire."""
    spoilt: float = 0.5
    """The share of what a unit came for that it does not do if it falls: it lies somehow, and aims worse."""
    upright: float = 1.25
    """What it is worth to stand and not to lie, in rounds of what all guns may do then."""
    tumble: float = 4.0
    """What it costs where nobody can make use of it: the damage of the fall, and the points to stand up again."""
    skid: float = 4.0
    """What it costs a vehicle that it does not keep its way."""
    charge: float = 0.8
    """What counts of what a charge promises, for much may happen before it comes home; 0 to charge nobody."""
    flooded: float = 20.0
    """What water costs that runs into a place without armour, for a place that counts as one."""
    enemy_falls: float = 6.0
    """What bringing an enemy to the ground is worth."""
    trifle: float = 0.3
    """What a blow must be worth at least: less is as good as nothing, and looks like it."""
    trigger_heat: float = 0.6
    """What a point of damage counts that is not done later because heat has to be worked off first."""
    walking_point: float = 0.8
    """What a walking point costs that heat takes."""
    worse_aim: float = 0.22
    """The share of the next volley that a point on every shot costs."""
    shutdown: float = 25.0
    """What shutting down costs."""
    explosion: float = 60.0
    """What ammunition that goes off in the heat costs."""
    approach: float = 0.5
    """What a hex nearer to the enemy is worth when nothing can be shot at."""
    strolling: float = 0.05
    """The same when something can."""
    foresight: float = 1.0
    """What the rounds to come count from where a place lies, against this one: 0 to look no further than this one."""
    horizon: int = 4
    """How many rounds to come are looked at."""
    patience: float = 0.7
    """What the round after next counts against the next, and so on."""
    own_skin: float = 0.3
    """What damage counts at least that a unit draws upon itself, as a share, though friends are spared as much."""
    zeal: float = 0.25
    """What is forgiven of damage taken in rounds to come, as a share, for the damage that can only be done there."""
    stake: float = 0.5
    """What it is worth to win by an aim, as a share of the life of all enemies."""
    errand: float = 0.3
    """What damage given counts to who is to get out and not to fight."""
    company: float = 0.15
    """What a hex nearer to the nearest friend is worth, beyond a few."""
    company_within: int = 4
    """Friends so near are near enough."""
    second_target: float = 0.15
    """What the second best target of a place counts besides the best."""
    steady_number: int = 8
    """From this number on, standing up is tried no more than twice next to enemies."""
    attempts: int = 2
    """How often."""
    hopeless: float = 0.25
    """A chance to stand up that is not worth a try."""
    doubtful: float = 0.3
    """One that is worth a try a round, and none while there is something to fire at from the ground."""
    useful: float = 1.0
    """The damage to expect from the ground that is something."""
    lapses: float = 0.0
    """The share of decisions that are made without care."""
    carelessness: int = 1
    """Among how many of the best places it then takes any."""


HARD = Preferences()
"""Looks at the enemy's reply, at sides, focus and heat."""

NORMAL = Preferences(
    reply=0.0,
    focus=0.3,
    concert=0.0,
    lead=0.0,
    arrears=0.0,
    impatience=0.3,
    sides=0.5,
    finishing=0.2,
    wasted=0.0,
    foresight=0.5,
    lapses=0.45,
    carelessness=30,
)
"""Looks at what it sees, and errs now and then."""

EASY = Preferences(
    reply=0.0,
    focus=0.0,
    concert=0.0,
    lead=0.0,
    arrears=0.0,
    impatience=0.0,
    sides=0.0,
    back=0.0,
    turned_back=0.0,
    askew=0.0,
    finishing=0.0,
    wasted=0.0,
    foresight=0.0,
    charge=0.0,
    caution=0.4,
    lapses=0.95,
    carelessness=150,
)
"""Has seen a battle before."""

LEVELS = {"easy": EASY, "normal": NORMAL, "hard": HARD}
