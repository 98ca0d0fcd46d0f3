
// -------------------------------------------------------------------- the line by hand

/** The line of weights by hand: pressed near its middle it is shifted, else turned. */
class LineByHand extends Hand {
  constructor(lesson) {
    super();
    this.lesson = lesson;
    this.kept = null;
  }

  get draws() {
    return true;
  }

  get hint() {
    return "Drag the line to shift it, a handle to turn it.";
  }

  get weights() {
    return this.lesson.setUp.start[0];
  }

  /** Give the pixels of the two handles, at a quarter and three of the line that is seen. */
  handles(plane) {
    const [a, b, c] = this.weights, ends = clipped([a, b, c], plane.rect);
    if (!ends || (!a && !b)) return null;
    const [from, to] = ends.map((end) => plane.pixel(end));
    return [0.25, 0.75].map((t) => [0, 1].map((i) => from[i] + t * (to[i] - from[i])));
  }

  press(hit, pixel) {
    const { plane } = this.lesson.player, ends = this.handles(plane);
    this.kept = null;
    if (!ends) return -1;
    const far = ([x, y]) => Math.hypot(x - pixel[0], y - pixel[1]);
    const near = ends.findIndex((end) => far(end) <= REACH.touch);
    const [[x, y], [toX, toY]] = ends, long = Math.hypot(toX - x, toY - y);
    const away = Math.abs((toX - x) * (pixel[1] - y) - (toY - y) * (pixel[0] - x)) / long;
    if (near >= 0) this.kept = { pivot: ends[1 - near], moved: false };
    else if (away <= REACH.touch) this.kept = { last: pixel, moved: false };
    return -1;
  }

  wipe(pixel) {
    const { kept } = this, { plane } = this.lesson.player, [a, b, c] = this.weights;
    if (!kept) return false;
    let line = null;
    if (kept.last) {
      const [x, y] = plane.at(kept.last), [toX, toY] = plane.at(pixel);
      line = [a, b, c - a * (toX - x) - b * (toY - y)];
      kept.last = pixel;
    } else {
      const [x, y] = plane.at(kept.pivot), [toX, toY] = plane.at(pixel);
      const [u, v] = [toX - x, toY - y], long = Math.hypot(u, v);
      if (!long) return true;
      const side = Math.sign(-v * a + u * b) || 1, size = (side * Math.hypot(a, b)) / long;
      line = [-v * size, u * size];
      line.push(-line[0] * x - line[1] * y);
    }
    if (!this.lesson.setUp.hasOffset) line[2] = 0;
    kept.moved = true;
    this.lesson.setUp.setStart([line.map((value) => Number(value.toPrecision(6)))]);
    return true;
  }

  release() {
    if (this.kept?.moved) this.lesson.moves += 1;
    if (this.kept?.moved) this.lesson.player.redraw();
    this.kept = null;
  }

  paint(plane, theme) {
    const ctx = plane.canvas.getContext("2d");
    for (const place of this.handles(plane) || []) handle(ctx, place, theme);
  }
}
