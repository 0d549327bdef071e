/** Sounds of battle, made of noise and tones at the moment; silent until the browser allows them and while they are switched off. */

import { settings } from "./settings.js";

const LOUD = 0.22;
const APART = 45;
const NOISE = 1.2;
/** Seconds in which a sound begins: at once it would click. */
const RISE = 0.004;
/** Up to here many sounds together are left alone; above, they are bent so that they never come to more than one. */
const BENT = 0.6;
const ROOM = 4;

/** Each sound as parts: a tone or noise, from one frequency to another, with how long and how loud. */
const SOUNDS = {
  beam: [{ wave: "sawtooth", from: 1900, to: 420, lasts: 0.28, loud: 0.35 }, { wave: "sine", from: 2600, to: 700, lasts: 0.2, loud: 0.3 }],
  bolt: [{ noise: "bandpass", from: 3200, to: 500, lasts: 0.5, loud: 0.9 }, { wave: "square", from: 190, to: 55, lasts: 0.42, loud: 0.5 }],
  cannon: [{ noise: "lowpass", from: 2600, to: 160, lasts: 0.34, loud: 1.9 }, { wave: "sine", from: 170, to: 45, lasts: 0.28, loud: 1.2 }],
  burst: [0, 0.07, 0.14, 0.21].map((after) => ({ noise: "bandpass", from: 1500, to: 700, lasts: 0.07, loud: 2.6, after })),
  rail: [{ wave: "sine", from: 3600, to: 900, lasts: 0.12, loud: 0.4 }, { noise: "highpass", from: 2200, to: 5200, lasts: 0.22, loud: 0.55 }],
  launch: [{ noise: "bandpass", from: 500, to: 2400, lasts: 0.5, loud: 2 }],
  flame: [{ noise: "lowpass", from: 900, to: 380, lasts: 0.6, loud: 1.6 }],
  hit: [{ wave: "square", from: 720, to: 190, lasts: 0.09, loud: 0.5 }, { noise: "highpass", from: 2600, to: 3600, lasts: 0.08, loud: 0.45 }],
  miss: [{ noise: "bandpass", from: 2400, to: 900, lasts: 0.2, loud: 0.7 }],
  boom: [{ noise: "lowpass", from: 2400, to: 90, lasts: 0.95, loud: 2.3 }, { wave: "sine", from: 110, to: 34, lasts: 0.7, loud: 1.2 }],
  crash: [
    { noise: "lowpass", from: 1000, to: 130, lasts: 0.4, loud: 2.2 }, { wave: "triangle", from: 150, to: 50, lasts: 0.3, loud: 1 },
    { noise: "lowpass", from: 800, to: 120, lasts: 0.3, loud: 1.8, after: 0.17 },
  ],
  step: [{ noise: "lowpass", from: 620, to: 180, lasts: 0.11, loud: 2 }, { noise: "lowpass", from: 560, to: 160, lasts: 0.11, loud: 1.7, after: 0.19 }],
  off: [{ wave: "sawtooth", from: 320, to: 42, lasts: 0.7, loud: 0.4 }],
  alarm: [0, 0.16].map((after) => ({ wave: "square", from: 660, to: 640, lasts: 0.1, loud: 0.3, after })),
  dice: [0, 0.05, 0.12].map((after) => ({ noise: "bandpass", from: 3600, to: 2600, lasts: 0.04, loud: 1.1, after })),
};

/** The names of all sounds. */
export const NAMES = Object.keys(SOUNDS);

/** A box of sounds: `play(name)`. */
export function sounds() {
  let context = null;
  let noise = null;
  let out = null;
  let last = new Map();

  /** Browsers let a page be heard once its visitor has done something on it. */
  function wake() {
    if (!settings.sound) return;
    if (context) {
      if (context.state !== "running") context.resume();
      return;
    }
    context = new AudioContext();
    out = limiter(context);
    noise = context.createBuffer(1, context.sampleRate * NOISE, context.sampleRate);
    const samples = noise.getChannelData(0);
    for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  }
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, wake);

  function sound({ wave, noise: filtered, from, to, lasts, loud, after = 0 }) {
    const start = context.currentTime + after;
    const volume = context.createGain();
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(LOUD * loud, start + RISE);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
    volume.connect(out);
    const source = filtered ? context.createBufferSource() : context.createOscillator();
    const bend = (frequency) => {
      frequency.setValueAtTime(from, start);
      frequency.exponentialRampToValueAtTime(to, start + lasts);
    };
    if (filtered) {
      source.buffer = noise;
      const filter = context.createBiquadFilter();
      filter.type = filtered;
      bend(filter.frequency);
      source.connect(filter).connect(volume);
      source.start(start, Math.random() * (NOISE - lasts));
    } else {
      source.type = wave;
      bend(source.frequency);
      source.connect(volume);
      source.start(start);
    }
    source.stop(start + lasts);
  }

  return {
    wake,
    play(name) {
      if (!settings.sound || context?.state !== "running" || document.hidden || !(name in SOUNDS)) return;
      const now = performance.now();
      if (now - (last.get(name) ?? 0) < APART) return;
      last.set(name, now);
      SOUNDS[name].forEach(sound);
    },
  };
}

/** What sounds go through on their way to the loudspeaker, so that many at once do not clip. */
function limiter(context) {
  const less = new GainNode(context, { gain: 1 / ROOM });
  const steps = 4097;
  const curve = Float32Array.from({ length: steps }, (_, at) => {
    const level = ROOM * ((2 * at) / (steps - 1) - 1);
    const over = Math.abs(level) - BENT;
    return over <= 0 ? level : Math.sign(level) * (BENT + (1 - BENT) * Math.tanh(over / (1 - BENT)));
  });
  less.connect(new WaveShaperNode(context, { curve })).connect(context.destination);
  return less;
}
