/** Numbers with their nouns. */

const ODD = { man: "men", casualty: "casualties" };

/** A number and what there are so many of: 1 man, 2 men, 0.5 pins. */
export function counted(many, noun) {
  return `${many} ${many === 1 ? noun : ODD[noun] ?? `${noun}s`}`;
}
