/** The page's sounds, synthesised here so that nothing has to be loaded. */

let context: AudioContext | null = null;

/** Return a running audio context, or null where the browser has none. */
function audioContext(): AudioContext | null {
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    return context;
  } catch {
    return null;
  }
}

/** Play the dry click of a tile: bright on wood, dull on felt. */
export function playClick(ground: "wood" | "felt" = "felt"): void {
  const audio = audioContext();
  if (!audio) return;
  const length = Math.floor(audio.sampleRate * 0.035);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < length; n += 1) samples[n] = (Math.random() * 2 - 1) * Math.exp(-n / (length * 0.12));
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = ground === "wood" ? 2600 : 1500;
  const gain = audio.createGain();
  gain.gain.value = 0.35;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start();
}

/** Play a small flourish: a chord, note by note. */
export function playFlourish(): void {
  [523, 659, 784, 1047].forEach((frequency, n) => playBell(frequency, n * 0.11));
}

/** Play a soft bell of the given frequency in hertz, after so many seconds. */
export function playBell(frequency = 660, after = 0): void {
  const audio = audioContext();
  if (!audio) return;
  const start = audio.currentTime + after;
  const tone = audio.createOscillator();
  tone.frequency.value = frequency;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.12, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + 0.9);
  tone.connect(gain).connect(audio.destination);
  tone.start(start);
  tone.stop(start + 0.9);
}
