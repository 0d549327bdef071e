/** Pictures of what flies, burns and bursts, as actors: `draw(pen, share of its time, one pixel)`, between places of the drawing. `size` is how large a machine is. */

const TURN = Math.PI * 2;

/** Numbers between 0 and 1 that look random and are the same each time. */
function dice(seed) {
  let state = (seed * 2654435761) >>> 0 || 1;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 4294967296;
  };
}

const mix = (a, b, share) => a + (b - a) * share;
const between = (from, to, share) => ({ x: mix(from.x, to.x, share), y: mix(from.y, to.y, share) });
const far = (from, to) => Math.hypot(to.x - from.x, to.y - from.y) || 1;

/** A place beside and behind another, seen from a third: where what misses goes. */
export function past(from, to, size, seed) {
  const roll = dice(seed);
  const long = far(from, to);
  const [along, across] = [(to.x - from.x) / long, (to.y - from.y) / long];
  const aside = (roll() < 0.5 ? -1 : 1) * size * (0.75 + roll() * 0.5);
  const behind = size * (1.5 + roll());
  return { x: to.x - across * aside + along * behind, y: to.y + along * aside + across * behind };
}

function line(pen, from, to, width, colour) {
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.beginPath();
  pen.moveTo(from.x, from.y);
  pen.lineTo(to.x, to.y);
  pen.stroke();
}

function dot(pen, at, radius, colour) {
  pen.fillStyle = colour;
  pen.beginPath();
  pen.arc(at.x, at.y, Math.max(0, radius), 0, TURN);
  pen.fill();
}

const COLOURS = { red: ["#ff2d2d", "#ffb3a6"], green: ["#27e04b", "#d3ffd6"], blue: ["#2f8bff", "#d8ecff"], white: ["#8fd0ff", "#ffffff"], amber: ["#ffa21f", "#fff0b8"] };

/** A beam of light that stands for a moment; a pulse is broken. */
export function beam(from, to, { begin, size, colour = "red", pulse = false, wide = 1 }) {
  const [outer, inner] = COLOURS[colour];
  return {
    begin, end: begin + 420, still: 0.4,
    draw(pen, t) {
      const strength = t < 0.15 ? t / 0.15 : t < 0.7 ? 1 : (1 - t) / 0.3;
      pen.lineCap = "round";
      if (pulse) {
        pen.setLineDash([size * 0.55, size * 0.4]);
        pen.lineDashOffset = -t * size * 9;
      }
      pen.globalAlpha = 0.28 * strength;
      line(pen, from, to, size * 0.3 * wide, outer);
      pen.globalAlpha = 0.75 * strength;
      line(pen, from, to, size * 0.13 * wide, outer);
      pen.globalAlpha = strength;
      line(pen, from, to, size * 0.05 * wide, inner);
      dot(pen, from, size * 0.16 * strength, inner);
    },
  };
}

/** A bolt of lightning. */
export function bolt(from, to, { begin, size, seed }) {
  return {
    begin, end: begin + 480, still: 0.3,
    draw(pen, t) {
      const strength = t < 0.1 ? t / 0.1 : 1 - (t - 0.1) / 0.9;
      pen.lineCap = "round";
      pen.lineJoin = "round";
      for (let strand = 0; strand < 3; strand += 1) {
        const roll = dice(seed + strand * 7 + Math.floor(t * 9) * 31);
        const parts = Math.max(5, Math.round(far(from, to) / (size * 0.7)));
        const [dx, dy] = [(to.y - from.y) / far(from, to), -(to.x - from.x) / far(from, to)];
        const way = new Path2D();
        way.moveTo(from.x, from.y);
        for (let at = 1; at < parts; at += 1) {
          const [spot, aside] = [between(from, to, at / parts), (roll() - 0.5) * size * (strand ? 0.75 : 0.45)];
          way.lineTo(spot.x + dx * aside, spot.y + dy * aside);
        }
        way.lineTo(to.x, to.y);
        pen.globalAlpha = strength * (strand ? 0.5 : 0.3);
        pen.strokeStyle = "#3f8dff";
        pen.lineWidth = size * (strand ? 0.09 : 0.34);
        pen.stroke(way);
        pen.globalAlpha = strength;
        pen.strokeStyle = "#f0f8ff";
        pen.lineWidth = size * (strand ? 0.03 : 0.08);
        pen.stroke(way);
      }
    },
  };
}

/** Bullets or shells one after the other, each with a bright trace, and the flash of the muzzle. */
export function tracers(from, to, { begin, size, seed, many = 4, thick = 1, lasts = 420, ends = null }) {
  const roll = dice(seed);
  const each = Array.from({ length: many }, (_, at) => ({ after: (at / Math.max(many, 1)) * 0.45, dx: (roll() - 0.5) * size * 0.35, dy: (roll() - 0.5) * size * 0.35, to: ends?.[at] ?? to }));
  return {
    begin, end: begin + lasts, still: 0.5,
    draw(pen, t) {
      pen.lineCap = "round";
      for (const { after, dx, dy, to: end } of each) {
        const share = (t - after) / 0.5;
        if (share < 0 || share > 1) continue;
        const head = { x: mix(from.x, end.x + dx, share), y: mix(from.y, end.y + dy, share) };
        const tail = { x: mix(from.x, end.x + dx, Math.max(0, share - 0.16)), y: mix(from.y, end.y + dy, Math.max(0, share - 0.16)) };
        pen.globalAlpha = 0.45;
        line(pen, tail, head, size * 0.15 * thick, "#ff8a1f");
        pen.globalAlpha = 1;
        line(pen, between(tail, head, 0.4), head, size * 0.07 * thick, "#fff3b0");
        if (share < 0.22) {
          pen.globalAlpha = 0.85;
          dot(pen, from, size * 0.24 * thick * (1 - share * 3), "#ffd257");
        }
      }
    },
  };
}

/** One fast slug with rings behind it. */
export function slug(from, to, { begin, size }) {
  return {
    begin, end: begin + 380, still: 0.5,
    draw(pen, t) {
      const head = between(from, to, Math.min(1, t * 2.2));
      pen.globalAlpha = Math.max(0, 1 - t);
      line(pen, from, head, size * 0.16, "#9fd8ff");
      line(pen, from, head, size * 0.05, "#ffffff");
      pen.strokeStyle = "#bfe6ff";
      pen.lineWidth = size * 0.03;
      for (let ring = 1; ring < 5; ring += 1) {
        const spot = between(from, to, ring / 5);
        if (t * 2.2 < ring / 5) continue;
        pen.beginPath();
        pen.arc(spot.x, spot.y, size * (0.1 + t * 0.32), 0, TURN);
        pen.stroke();
      }
    },
  };
}

/** Missiles on bent ways with smoke behind them; `ends` are where each goes. */
export function swarm(from, ends, { begin, size, seed, lasts = 760, large = 1 }) {
  const roll = dice(seed);
  const each = ends.map((to, at) => {
    const middle = between(from, to, 0.45);
    const [dx, dy] = [(to.y - from.y) / far(from, to), -(to.x - from.x) / far(from, to)];
    const bend = (roll() - 0.5) * Math.min(far(from, to) * 0.5, size * 3.4);
    return { to, via: { x: middle.x + dx * bend, y: middle.y + dy * bend }, after: (at / Math.max(1, ends.length)) * 0.28 };
  });
  const on = ({ via, to }, share) => {
    const [a, b] = [between(from, via, share), between(via, to, share)];
    return between(a, b, share);
  };
  return {
    begin, end: begin + lasts + 260, still: 0.55,
    draw(pen, whole) {
      const t = (whole * (lasts + 260)) / lasts;
      for (const one of each) {
        const share = (t - one.after) / 0.72;
        if (share < 0) continue;
        for (let puff = 1; puff <= 7; puff += 1) {
          const back = share - puff * 0.045;
          if (back < 0 || back > 1) continue;
          pen.globalAlpha = Math.max(0, 0.4 - puff * 0.05);
          dot(pen, on(one, back), size * (0.05 + puff * 0.016) * large, "#d8d3cb");
        }
        if (share > 1) continue;
        const [at, ahead] = [on(one, share), on(one, Math.min(1, share + 0.02))];
        const angle = Math.atan2(ahead.y - at.y, ahead.x - at.x);
        pen.globalAlpha = 1;
        dot(pen, { x: at.x - Math.cos(angle) * size * 0.12, y: at.y - Math.sin(angle) * size * 0.12 }, size * 0.09 * large, "#ffb52e");
        line(pen, { x: at.x - Math.cos(angle) * size * 0.1 * large, y: at.y - Math.sin(angle) * size * 0.1 * large }, { x: at.x + Math.cos(angle) * size * 0.14 * large, y: at.y + Math.sin(angle) * size * 0.14 * large }, size * 0.07 * large, "#f5f1e6");
      }
    },
  };
}

/** A shell in a high arc over its own shadow. */
export function lob(from, to, { begin, size, lasts = 900 }) {
  return {
    begin, end: begin + lasts, still: 0.5,
    draw(pen, t) {
      const shade = between(from, to, t);
      const high = Math.sin(t * Math.PI) * Math.max(size * 2, far(from, to) * 0.32);
      pen.globalAlpha = 0.3;
      dot(pen, shade, size * 0.1, "#000");
      pen.globalAlpha = 0.4;
      for (let puff = 1; puff < 6; puff += 1) {
        const back = Math.max(0, t - puff * 0.03);
        const spot = between(from, to, back);
        dot(pen, { x: spot.x, y: spot.y - Math.sin(back * Math.PI) * Math.max(size * 2, far(from, to) * 0.32) }, size * 0.07, "#cfcac2");
      }
      pen.globalAlpha = 1;
      dot(pen, { x: shade.x, y: shade.y - high }, size * (0.1 + Math.sin(t * Math.PI) * 0.08), "#2a2623");
      dot(pen, { x: shade.x - size * 0.03, y: shade.y - high - size * 0.03 }, size * 0.04, "#ffcf6b");
    },
  };
}

/** A tongue of fire. */
export function flames(from, to, { begin, size, seed }) {
  const roll = dice(seed);
  const each = Array.from({ length: 34 }, () => ({ after: roll() * 0.5, aside: (roll() - 0.5) * 0.7, hot: roll() }));
  return {
    begin, end: begin + 760, still: 0.5,
    draw(pen, t) {
      const long = far(from, to);
      const [dx, dy] = [(to.y - from.y) / long, -(to.x - from.x) / long];
      for (const { after, aside, hot } of each) {
        const share = (t - after) / 0.5;
        if (share < 0 || share > 1) continue;
        const spot = between(from, to, share);
        const out = aside * share * size;
        pen.globalAlpha = 0.75 * (1 - share * 0.6);
        dot(pen, { x: spot.x + dx * out, y: spot.y + dy * out }, size * (0.06 + share * 0.22), hot > 0.66 ? "#fff0a0" : hot > 0.33 ? "#ffae2b" : "#f0580f");
      }
    },
  };
}

/** Sparks where something strikes. */
export function spark(at, { begin, size, seed, strong = 1 }) {
  const roll = dice(seed);
  const rays = Array.from({ length: 11 }, () => [roll() * TURN, 0.5 + roll() * 0.9]);
  return {
    begin, end: begin + 380, still: 0.35,
    draw(pen, t) {
      pen.globalAlpha = Math.max(0, 0.9 - t);
      dot(pen, at, size * 0.42 * strong * (0.4 + t), "#ffb347");
      pen.globalAlpha = 1 - t;
      dot(pen, at, size * 0.2 * strong * (1 - t * 0.5), "#fffbe0");
      pen.lineCap = "round";
      for (const [turn, long] of rays) {
        const [near, away] = [size * t * 0.7 * long * strong, size * (0.25 + t * 0.95) * long * strong];
        line(pen, { x: at.x + Math.cos(turn) * near, y: at.y + Math.sin(turn) * near }, { x: at.x + Math.cos(turn) * away, y: at.y + Math.sin(turn) * away }, size * 0.05, "#ffd34d");
      }
    },
  };
}

/** Earth thrown up where something strikes the ground. */
export function dust(at, { begin, size, seed }) {
  const roll = dice(seed);
  const puffs = Array.from({ length: 7 }, () => [roll() * TURN, roll()]);
  return {
    begin, end: begin + 460, still: 0.4,
    draw(pen, t) {
      for (const [turn, long] of puffs) {
        pen.globalAlpha = 0.4 * (1 - t);
        dot(pen, { x: at.x + Math.cos(turn) * size * t * 0.5 * long, y: at.y + Math.sin(turn) * size * t * 0.35 * long - t * size * 0.2 }, size * (0.1 + t * 0.2), "#9b8a6c");
      }
    },
  };
}

/** An explosion: flash, ball of fire, a ring, pieces, and smoke that goes up. */
export function blast(at, { begin, size, seed }) {
  const roll = dice(seed);
  const balls = Array.from({ length: 9 }, () => [roll() * TURN, roll(), roll()]);
  const pieces = Array.from({ length: 14 }, () => [roll() * TURN, 0.6 + roll()]);
  return {
    begin, end: begin + 1100, still: 0.25,
    draw(pen, t) {
      for (const [turn, long, late] of balls) {
        const smoke = Math.max(0, t - 0.15 - late * 0.15);
        pen.globalAlpha = Math.max(0, 0.5 - smoke * 0.6);
        dot(pen, { x: at.x + Math.cos(turn) * size * long * (0.3 + t * 0.5), y: at.y + Math.sin(turn) * size * long * 0.4 - smoke * size * 1.3 }, size * (0.22 + t * 0.42), "#3a3632");
      }
      const fire = Math.max(0, 1 - t * 1.7);
      for (const [turn, long] of balls) {
        pen.globalAlpha = fire;
        const spot = { x: at.x + Math.cos(turn) * size * long * t * 1.1, y: at.y + Math.sin(turn) * size * long * t * 1.1 };
        dot(pen, spot, size * 0.48 * (0.35 + t), "#f2600c");
        dot(pen, spot, size * 0.28 * (0.35 + t), "#ffc94a");
      }
      pen.globalAlpha = Math.max(0, 1 - t * 5);
      dot(pen, at, size * 1.1, "#fffbe6");
      pen.globalAlpha = Math.max(0, 0.8 - t * 1.6);
      pen.strokeStyle = "#ffe2a8";
      pen.lineWidth = size * 0.09;
      pen.beginPath();
      pen.arc(at.x, at.y, size * (0.3 + t * 1.9), 0, TURN);
      pen.stroke();
      pen.globalAlpha = Math.max(0, 1 - t * 1.2);
      for (const [turn, long] of pieces) {
        const away = size * long * t * 1.9;
        dot(pen, { x: at.x + Math.cos(turn) * away, y: at.y + Math.sin(turn) * away + t * t * size * 0.6 }, size * 0.055, "#2a2420");
      }
    },
  };
}

/** A blow: a bright arc before what is struck. */
export function blow(from, to, { begin, size }) {
  const towards = Math.atan2(to.y - from.y, to.x - from.x);
  return {
    begin, end: begin + 380, still: 0.5,
    draw(pen, t) {
      pen.globalAlpha = 1 - t;
      pen.strokeStyle = "#fff4d6";
      pen.lineWidth = size * 0.2 * (1 - t * 0.5);
      pen.lineCap = "round";
      pen.beginPath();
      pen.arc(from.x, from.y, far(from, to) * 0.72, towards - 0.9 + t * 0.3, towards - 0.9 + Math.min(1, t * 2.2) * 1.8);
      pen.stroke();
    },
  };
}

/** A fire that catches. */
export function kindle(at, { begin, size, seed }) {
  const roll = dice(seed);
  const each = Array.from({ length: 18 }, () => [(roll() - 0.5) * size, roll(), roll()]);
  return {
    begin, end: begin + 900, still: 0.4,
    draw(pen, t) {
      for (const [x, late, hot] of each) {
        const share = (t - late * 0.5) * 2;
        if (share < 0 || share > 1) continue;
        pen.globalAlpha = 0.8 * (1 - share);
        dot(pen, { x: at.x + x, y: at.y + size * 0.3 - share * size * 1.1 }, size * 0.2 * (1 - share * 0.5), hot > 0.5 ? "#ffc53d" : "#f0580f");
      }
    },
  };
}

/** Rings that go out from a place: something begins or ends there. */
export function rings(at, { begin, size, colour = "#7db8ff" }) {
  return {
    begin, end: begin + 600, still: 0.5,
    draw(pen, t) {
      pen.globalAlpha = 1 - t;
      pen.strokeStyle = colour;
      pen.lineWidth = size * 0.1;
      for (const lag of [0, 0.25]) {
        if (t < lag) continue;
        pen.beginPath();
        pen.arc(at.x, at.y, size * (0.4 + (t - lag) * 0.9), 0, TURN);
        pen.stroke();
      }
    },
  };
}

const TONES = { bad: "#c2182f", worse: "#8f0a52", calm: "#4a515a", good: "#15703a" };
const HIGH = 14;
const ROW = 21;

/** Words on a plate over a place, of letters that can be read at any magnification; those in other rows stand above each other, and `lift` pixels are left for a name between. */
export function words(at, text, { begin, tone = "bad", lasts = 1000, row = 0, lift = 0 }) {
  return {
    begin, end: begin + lasts, still: 0.4,
    draw(pen, t, pixel) {
      pen.globalAlpha = t < 0.1 ? t / 0.1 : t > 0.8 ? (1 - t) / 0.2 : 1;
      pen.font = `800 ${HIGH * pixel}px system-ui, sans-serif`;
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      const wide = pen.measureText(text).width + 12 * pixel;
      const y = at.y - (24 + lift + row * ROW) * pixel;
      pen.fillStyle = TONES[tone] ?? TONES.bad;
      pen.beginPath();
      pen.roundRect(at.x - wide / 2, y - 9.5 * pixel, wide, 19 * pixel, 9.5 * pixel);
      pen.fill();
      pen.strokeStyle = "#fff";
      pen.lineWidth = 1.2 * pixel;
      pen.stroke();
      pen.fillStyle = "#fff";
      pen.fillText(text, at.x, y + 0.8 * pixel);
    },
  };
}
