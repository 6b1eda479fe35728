// Four short sounds, made on the spot.

const NOTES = { ply: [[660, 0.06]], refused: [[180, 0.12]], turn: [[660, 0.1], [880, 0.18]], end: [[520, 0.12], [660, 0.12], [780, 0.2]] };

export class Sounds {
  constructor() {
    this.on = true;
    this.context = null;
  }

  // Called when somebody clicks or presses a key: some browsers let sounds begin only then.
  wake() {
    if (!this.on || !window.AudioContext) return;
    if (!this.context) this.context = new AudioContext();
    if (this.context.state === 'suspended') this.context.resume();
  }

  play(name) {
    if (!this.on || !this.context) return;
    let when = this.context.currentTime;
    for (const [pitch, length] of NOTES[name]) {
      const tone = this.context.createOscillator();
      const volume = this.context.createGain();
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.08, when);
      volume.gain.exponentialRampToValueAtTime(0.001, when + length);
      tone.connect(volume).connect(this.context.destination);
      tone.start(when);
      tone.stop(when + length);
      when += length;
    }
  }
}
