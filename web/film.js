// A chain of events, shown one after the other.

export function isStill() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

// `show` is called with each frame, `step` milliseconds apart; at once for those who want no
// motion, and once somebody is in a hurry.
export class Film {
  constructor(frames, step, show) {
    Object.assign(this, { frames, step, show, hurried: isStill(), resume: () => {} });
  }

  async run() {
    for (const frame of this.frames) {
      this.show(frame);
      if (!this.hurried) await this.pause();
    }
  }

  pause() {
    return new Promise((resolve) => {
      this.resume = resolve;
      setTimeout(resolve, this.step);
    });
  }

  hurry() {
    this.hurried = true;
    this.resume();
  }
}
