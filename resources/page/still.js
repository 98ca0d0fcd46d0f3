
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
    const boundary = this.regions(ctx, theme);
    plane.grid(ctx, width, height, theme);
    ctx.strokeStyle = theme.ink;
    ctx.lineWidth = 2;
    ctx.lineCap = ctx.lineJoin = "round";
    ctx.stroke(boundary);
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

  /** Shade what each class has, and draw where it ends: not along the edge of the view. */
  regions(ctx, theme) {
    const { spec, plane } = this, [left, bottom, right, top] = spec.rect, edges = [0, spec.parts];
    const pixel = ([x, y]) => plane.pixel([
      left + ((right - left) * x) / spec.parts, bottom + ((top - bottom) * y) / spec.parts]);
    const isEdge = (from, to) => [0, 1].some((i) => from[i] === to[i] && edges.includes(to[i]));
    const boundary = new Path2D();
    spec.regions.forEach((rings, code) => {
      const region = new Path2D();
      for (const ring of rings) {
        const places = rowsOf(Int16Array.from(ring), 2);
        places.forEach((place, i) => {
          region[i ? "lineTo" : "moveTo"](...pixel(place));
          const isSeen = i && !isEdge(places[i - 1], place);
          boundary[isSeen ? "lineTo" : "moveTo"](...pixel(place));
        });
      }
      ctx.fillStyle = `rgb(${mixed(theme.field, theme.classes[code], strength(1))})`;
      ctx.fill(region, "evenodd");
    });
    return boundary;
  }
}
