/** Whose clock shows go by: that of the screen, or that of a film, which takes as long over a frame as it needs. */

let drives = null;

/** Who drives the shows in place of the screen: told `tick(milliseconds)`, which answers whether there is more to come; null where nobody does. */
export const driver = () => drives;

/** Have a film drive the shows; null gives them back to the screen. */
export function drive(taken) {
  drives = taken;
}
