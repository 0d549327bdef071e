/**
 * Whether a game that is shown has gone elsewhere: something was taken back, or another moment is looked at. A game that goes on has not, also where
 * its view is ahead of the events that tell of it: they come by another line, and are still to be shown.
 */
export function whereabouts() {
  let before = null;
  return ({ epoch, number, past }) => {
    const elsewhere = before !== null && (epoch !== before.epoch || past !== before.past || number < before.number);
    before = { epoch, number, past };
    return elsewhere;
  };
}
