/** A film in a file: pictures that an encoder has packed, in the WebM container, each with its own time. */

const MILLISECOND = 1_000_000;
/** A cluster counts its times in sixteen bits. */
const LONGEST = 30_000;

const text = (words) => [...new TextEncoder().encode(words)];

function number(value) {
  const bytes = [];
  for (let left = value; left > 0 || !bytes.length; left = Math.floor(left / 256)) bytes.unshift(left % 256);
  return bytes;
}

function float(value) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value);
  return bytes;
}

/** How long something is, in eight bytes, as the container counts. */
function size(length) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(length));
  bytes[0] = 1;
  return bytes;
}

/** An element: its id, and what it holds. */
function element(id, ...held) {
  const parts = held.map((part) => (part instanceof Uint8Array ? part : Uint8Array.from(part)));
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const whole = new Uint8Array(number(id).length + 8 + length);
  let at = 0;
  for (const part of [number(id), size(length), ...parts]) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The bytes of a film; `chunks` are `{ data, time, key }` with times in milliseconds, `lasts` is how long it is in all. */
function muxed(chunks, { width, height, lasts }) {
  const head = element(0x1a45dfa3, element(0x4286, [1]), element(0x42f7, [1]), element(0x42f2, [4]), element(0x42f3, [8]), element(0x4282, text("webm")), element(0x4287, [4]), element(0x4285, [2]));
  const info = element(0x1549a966, element(0x2ad7b1, number(MILLISECOND)), element(0x4489, float(lasts)), element(0x4d80, text("Overheat")), element(0x5741, text("Overheat")));
  const track = element(0xae, element(0xd7, [1]), element(0x73c5, [1]), element(0x83, [1]), element(0x86, text("V_VP8")), element(0xe0, element(0xb0, number(width)), element(0xba, number(height))));
  const clusters = [];
  for (const chunk of chunks) {
    const last = clusters.at(-1);
    if (!last || (chunk.key && chunk.time - last.time > 0) || chunk.time - last.time > LONGEST) clusters.push({ time: chunk.time, blocks: [] });
    const { time, blocks } = clusters.at(-1);
    const since = chunk.time - time;
    blocks.push(element(0xa3, [0x81, since >> 8, since & 255, chunk.key ? 0x80 : 0], chunk.data));
  }
  return [head, element(0x18538067, info, element(0x1654ae6b, track), ...clusters.map(({ time, blocks }) => element(0x1f43b675, element(0xe7, number(time)), ...blocks)))];
}

/** Whether this browser packs pictures at their own times; pages that are not from here or over HTTPS may not. */
export const packs = () => typeof VideoEncoder === "function";

/** Who packs what is on a canvas: `take(milliseconds)` keeps it for so long, `done()` brings the film. */
export function packer(canvas, bits) {
  const chunks = [];
  const { width, height } = canvas;
  let time = 0;
  let failed = null;
  const encoder = new VideoEncoder({
    output(chunk) {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      chunks.push({ data, time: Math.round(chunk.timestamp / 1000), key: chunk.type === "key" });
    },
    error: (error) => (failed = error),
  });
  encoder.configure({ codec: "vp8", width, height, bitrate: bits, latencyMode: "quality" });
  return {
    async take(milliseconds) {
      if (failed) throw failed;
      const frame = new VideoFrame(canvas, { timestamp: time * 1000, duration: milliseconds * 1000 });
      encoder.encode(frame, { keyFrame: time % LONGEST === 0 });
      frame.close();
      time += milliseconds;
      while (encoder.encodeQueueSize > 2) await new Promise((go) => setTimeout(go, 5));
    },
    async done() {
      await encoder.flush();
      encoder.close();
      return new Blob(muxed(chunks, { width, height, lasts: time }), { type: "video/webm" });
    },
  };
}

/** The same where a browser only records what it sees, as long as it takes. */
export function recorder(canvas, bits) {
  const parts = [];
  const recording = new MediaRecorder(canvas.captureStream(), { mimeType: "video/webm", videoBitsPerSecond: bits });
  recording.addEventListener("dataavailable", (event) => parts.push(event.data));
  recording.start();
  return {
    take: (milliseconds) => new Promise((go) => setTimeout(go, milliseconds)),
    async done() {
      const stopped = new Promise((go) => recording.addEventListener("stop", go));
      recording.stop();
      await stopped;
      return new Blob(parts, { type: "video/webm" });
    },
  };
}
