// A clock as the server reported it, some seconds later. Clocks are named as in protocol.md:
// 10/move, 300, 60+1, "600+3x30 byoyomi", "600+25/300 canadian".

// { left, count } after `gone` more seconds of the side's own time.
export function clockAfter(time, { left, count }, gone) {
  const rest = left - gone;
  const overtime = /\+(\d+)(x|\/)([\d.]+)/.exec(time);
  if (rest >= 0 || !overtime) return { left: Math.max(rest, 0), count };
  const period = Number(overtime[3]);
  if (overtime[2] === '/') return count > 0 ? { left: 0, count } : { left: Math.max(period + rest, 0), count: Number(overtime[1]) };
  const used = Math.floor(-rest / period);
  const periods = (count > 0 ? count - 1 : Number(overtime[1])) - used;
  return periods > 0 ? { left: period - (-rest - used * period), count: periods } : { left: 0, count: 0 };
}

export function clockText({ left, count }) {
  const whole = Math.ceil(left - 1e-9);
  const seconds = String(whole % 60).padStart(2, '0');
  return `${Math.floor(whole / 60)}:${seconds}${count > 0 ? ` (${count})` : ''}`;
}
