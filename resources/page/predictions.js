
// --------------------------------------------------------------------- the predictions

/** A prediction: the point that is pressed is said to be the next mistake. */
class PointAnswer extends Hand {
  constructor(lesson) {
    super();
    this.lesson = lesson;
  }

  get hint() {
    return "Press a point: that is your answer.";
  }

  press(hit) {
    if (hit >= 0) this.lesson.answerPoint(hit);
    return -1;
  }
}

/** A prediction: a line that is drawn is said to be the next boundary. */
class LineAnswer extends Hand {
  constructor(lesson) {
    super();
    this.lesson = lesson;
    this.ends = null;
  }

  get draws() {
    return true;
  }

  get hint() {
    return "Draw a line across the plane: that is your answer.";
  }

  press(_, pixel) {
    const place = this.lesson.player.plane.at(pixel);
    this.ends = [place, place];
    return -1;
  }

  wipe(pixel) {
    if (!this.ends) return false;
    this.ends = [this.ends[0], this.lesson.player.plane.at(pixel)];
    this.lesson.player.redraw();
    return true;
  }

  letGo() {
    this.ends = null;
  }

  release() {
    const [from, to] = this.ends || [];
    if (from && (from[0] !== to[0] || from[1] !== to[1])) this.lesson.answerLine(this.ends);
  }

  paint(plane, theme) {
    if (!this.ends) return;
    const ctx = plane.canvas.getContext("2d");
    const [[x, y], [toX, toY]] = this.ends.map((end) => plane.pixel(end));
    ctx.strokeStyle = theme.accent;
    ctx.lineWidth = 2.25;
    ctx.setLineDash([2, 5]);
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.lineTo(toX, toY);
    ctx.stroke();
    ctx.setLineDash([]);
  }
}

const RIGHT_ANGLE_OFF = 10;
const RIGHT_SHARE_OFF = 0.1;

/** Tell how far a drawn line is from another, a, b, c: degrees, a distance, if it is right. */
function lineOff([[x, y], [toX, toY]], [a, b, c], places) {
  const across = toX - x, up = toY - y, long = Math.hypot(a, b);
  const turned = ((Math.atan2(up, across) - Math.atan2(-a, b)) * 180) / Math.PI + 90;
  const angle = Math.abs((((turned % 180) + 180) % 180) - 90);
  const [low, high] = [Math.min, Math.max].map((of) =>
    [0, 1].map((i) => of(...places.map((place) => place[i]))));
  // Where the line is nearest to the middle, there the two are compared.
  const [u, v] = [0, 1].map((i) => (low[i] + high[i]) / 2), away = (a * u + b * v + c) / long;
  const foot = [u - away * (a / long), v - away * (b / long)];
  const off = Math.abs(across * (foot[1] - y) - up * (foot[0] - x)) / Math.hypot(across, up);
  const extent = Math.hypot(high[0] - low[0], high[1] - low[1]);
  return { angle, off, right: angle <= RIGHT_ANGLE_OFF && off <= RIGHT_SHARE_OFF * extent };
}
