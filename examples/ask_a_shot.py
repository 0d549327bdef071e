"""What does this shot need, why, and is it worth its heat?"""

import overheat as oh

shot = oh.shot("WHM-6R", at="WVR-6R", distance=5, weapon="PPC", moved="walk", ran=6, woods=1)
print(shot)
print(f"{shot.damage.mean} damage on average")
volley = oh.volley("WHM-6R", at="WVR-6R", distance=5, weapons=("PPC", "PPC"), moved="walk", ran=6, woods=1)
print(f"two of them hit with both in {float(volley.damage.at_least(20)):.1%}; heat afterwards {volley.heat}")
print(oh.sight("valley", "0612", "1203"))
