/** A dry click of a tile, a soft bell: made here, nothing is loaded. */

let context: AudioContext | null = null;

function ready(): AudioContext | null {
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    return context;
  } catch {
    return null;
  }
}

export function click(): void {
  const audio = ready();
  if (!audio) return;
  const length = Math.floor(audio.sampleRate * 0.035);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < length; n += 1) samples[n] = (Math.random() * 2 - 1) * Math.exp(-n / (length * 0.12));
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = 2300;
  const loud = audio.createGain();
  loud.gain.value = 0.35;
  source.connect(filter).connect(loud).connect(audio.destination);
  source.start();
}

export function bell(pitch = 660): void {
  const audio = ready();
  if (!audio) return;
  const tone = audio.createOscillator();
  tone.frequency.value = pitch;
  const loud = audio.createGain();
  loud.gain.setValueAtTime(0.12, audio.currentTime);
  loud.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + 0.9);
  tone.connect(loud).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.9);
}
