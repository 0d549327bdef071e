/** Sounds of battle, made of noise and tones at the moment; silent until the browser allows them and while they are switched off. */

import { settings } from "./settings.js";

const LOUD = 0.22;
const APART = 45;
const NOISE = 1.2;

/** Each sound as parts: a tone or noise, from one frequency to another, with how long and how loud. */
const SOUNDS = {
  beam: [{ wave: "sawtooth", from: 1900, to: 420, lasts: 0.28, loud: 0.35 }, { wave: "sine", from: 2600, to: 700, lasts: 0.2, loud: 0.3 }],
  bolt: [{ noise: "bandpass", from: 3200, to: 500, lasts: 0.5, loud: 0.9 }, { wave: "square", from: 190, to: 55, lasts: 0.42, loud: 0.4 }],
  cannon: [{ noise: "lowpass", from: 1600, to: 120, lasts: 0.3, loud: 1.2 }, { wave: "sine", from: 150, to: 42, lasts: 0.26, loud: 1 }],
  burst: [0, 0.07, 0.14, 0.21].map((after) => ({ noise: "bandpass", from: 1700, to: 800, lasts: 0.05, loud: 0.9, after })),
  rail: [{ wave: "sine", from: 3600, to: 900, lasts: 0.12, loud: 0.4 }, { noise: "highpass", from: 2200, to: 5200, lasts: 0.22, loud: 0.6 }],
  launch: [{ noise: "bandpass", from: 500, to: 2400, lasts: 0.5, loud: 0.8 }],
  flame: [{ noise: "lowpass", from: 900, to: 380, lasts: 0.6, loud: 0.9 }],
  hit: [{ wave: "square", from: 720, to: 190, lasts: 0.09, loud: 0.5 }, { noise: "highpass", from: 2600, to: 3600, lasts: 0.08, loud: 0.5 }],
  miss: [{ noise: "bandpass", from: 2400, to: 900, lasts: 0.18, loud: 0.25 }],
  boom: [{ noise: "lowpass", from: 900, to: 60, lasts: 0.9, loud: 1.5 }, { wave: "sine", from: 95, to: 28, lasts: 0.7, loud: 1.2 }],
  crash: [{ noise: "lowpass", from: 500, to: 90, lasts: 0.35, loud: 1.2 }, { wave: "triangle", from: 120, to: 40, lasts: 0.3, loud: 0.9 }],
  step: [{ noise: "lowpass", from: 260, to: 120, lasts: 0.09, loud: 0.7 }, { noise: "lowpass", from: 240, to: 110, lasts: 0.09, loud: 0.6, after: 0.19 }],
  off: [{ wave: "sawtooth", from: 320, to: 42, lasts: 0.7, loud: 0.3 }],
  alarm: [0, 0.16].map((after) => ({ wave: "square", from: 660, to: 640, lasts: 0.1, loud: 0.25, after })),
  dice: [0, 0.05, 0.12].map((after) => ({ noise: "highpass", from: 2800, to: 3400, lasts: 0.025, loud: 0.4, after })),
};

/** The names of all sounds. */
export const NAMES = Object.keys(SOUNDS);

/** A box of sounds: `play(name)`. */
export function sounds() {
  let context = null;
  let noise = null;
  let last = new Map();

  /** Browsers let a page be heard once its visitor has done something on it. */
  function wake() {
    if (!settings.sound || context) return;
    context = new AudioContext();
    noise = context.createBuffer(1, context.sampleRate * NOISE, context.sampleRate);
    const samples = noise.getChannelData(0);
    for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  }
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, wake);

  function sound({ wave, noise: filtered, from, to, lasts, loud, after = 0 }) {
    const start = context.currentTime + after;
    const volume = context.createGain();
    volume.gain.setValueAtTime(LOUD * loud, start);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
    volume.connect(context.destination);
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
