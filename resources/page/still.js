
// ------------------------------------------------------------------ the still pictures

/** A picture that the program has drawn: of a run that a page cannot compute. */
class Still {
  constructor(spec) {
    this.spec = spec;
    this.plane = new Plane(byId("still-picture"), { ...spec, terms: [] });
    setText(byId("settings"), spec.X.length ? `${spec.title}, ${spec.settingsSaid}` : "");
    setText(byId("still-caption"), spec.caption);
    const counts = spec.classes.map((name, code) =>
      `${spec.y.filter((own) => own === code).length} ${name}`);
    const said = spec.X.length ? `: ${counts.join(", ")}; ${spec.wrong.length} wrong` : "";
    byId("still-picture").setAttribute("aria-label", plural(spec.X.length, "point") + said);
    this.draw();
  }

  draw() {
    const { plane, spec } = this, theme = themeColours(spec);
    if (!plane.canvas.clientWidth) return;
    plane.view = this.view(); // the numbers at its side are known once there is a view
    plane.view = this.view();
    const { ctx, width, height } = sharp(plane.canvas);
    ctx.fillStyle = theme.field;
    ctx.save();
    ctx.beginPath();
    ctx.rect(plane.left, 0, width - plane.left, height - AXES.bottom);
    ctx.clip();
    ctx.fillRect(0, 0, width, height);
    const best = spec.codes.flatMap((code, i) => (i % 2 ? new Array(code).fill(spec.codes[i - 1]) : []));
    if (best.length) this.shade(ctx, theme, best);
    plane.grid(ctx, width, height, theme);
    if (best.length) this.boundary(ctx, theme, best);
    const wrong = new Set(spec.wrong);
    spec.X.forEach((_, row) => wrong.has(row) || plane.point(ctx, spec.X, row, theme, ""));
    for (const row of wrong) plane.point(ctx, spec.X, row, theme, "wrong");
    ctx.restore();
    plane.axes(ctx, width, height, theme);
    showLegend(byId("still-legend"), [...plane.marks(theme, "boundary"), plane.wrongMark(theme)], theme);
  }

  /** Give the view in which what was drawn fills the plane. */
  view() {
    const { plane } = this, [left, bottom, right, top] = this.spec.rect;
    const { stretch } = this.spec.view;
    plane.measure();
    const wide = plane.width - plane.left, high = plane.height - AXES.bottom;
    const kx = Math.max(wide / (right - left), high / (top - bottom) / stretch);
    return { x: (left + right) / 2, y: (bottom + top) / 2, kx, ky: stretch * kx };
  }

  shade(ctx, theme, best) {
    const size = Math.sqrt(best.length), { image } = this.plane;
    image.width = image.height = size;
    const small = image.getContext("2d"), data = small.createImageData(size, size);
    const tones = theme.classes.map((tone) => mixed(theme.field, tone, strength(1)));
    best.forEach((code, i) => data.data.set([...tones[code], 255], 4 * i));
    small.putImageData(data, 0, 0);
    const [left, bottom, right, top] = this.spec.rect;
    const [x, y] = this.plane.pixel([left, top]), [toX, toY] = this.plane.pixel([right, bottom]);
    ctx.imageSmoothingEnabled = false;
    ctx.drawImage(image, x, y, toX - x, toY - y);
  }

  /** Draw where one class's cells end: between the middles of four, at half way. */
  boundary(ctx, theme, best) {
    const size = Math.sqrt(best.length), [left, bottom, right, top] = this.spec.rect;
    const place = (u, v) => this.plane.pixel([
      left + ((right - left) * (u + 0.5)) / size, top - ((top - bottom) * (v + 0.5)) / size]);
    ctx.strokeStyle = theme.ink;
    ctx.lineWidth = 2;
    ctx.lineCap = ctx.lineJoin = "round";
    ctx.beginPath();
    for (let v = 0; v + 1 < size; v++) {
      for (let u = 0; u + 1 < size; u++) {
        const i = v * size + u, ring = [i, i + 1, i + size + 1, i + size], ends = [];
        const sides = [[u + 0.5, v], [u + 1, v + 0.5], [u + 0.5, v + 1], [u, v + 0.5]];
        sides.forEach((side, e) => {
          if (best[ring[e]] !== best[ring[(e + 1) % 4]]) ends.push(side);
        });
        if (ends.length > 2) ends.splice(0, ends.length, ...ends.flatMap((end) => [end, [u + 0.5, v + 0.5]]));
        for (let e = 0; e + 1 < ends.length; e += 2) {
          ctx.moveTo(...place(...ends[e]));
          ctx.lineTo(...place(...ends[e + 1]));
        }
      }
    }
    ctx.stroke();
  }
}
