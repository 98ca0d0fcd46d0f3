
// -------------------------------------------------------------------- the hidden units

/* The lines of a network's first hidden layer, as the window draws them: on a unit's line
   its input is 0, and its name points to the side where it is active. */

const UNIT = { high: 16, room: 4, pointer: 8, between: 38, edge: 20, aside: 36, piece: 12, cells: 48 };

/** Give a hidden unit's colour: those after the classes', over and over. */
function unitColour({ palette }, unit, classes) {
  const first = Math.min(classes, palette.length - 2);
  return palette[first + (unit % (palette.length - first))];
}

/** Give of each unit its name, its line as pieces in pixels, and its input at a place. */
function unitsOf(plane, p, w) {
  const { d, sizes } = p, phi = new Float64Array(d);
  return rowsOf(w.subarray(0, sizes[1] * (d + 1)), d + 1).map((row, unit) => {
    const input = (place) => {
      p.fill(phi, plane.sample(place), 0);
      return dot(row[d], row, phi);
    };
    const pieces = plane.isPlain ? straightLine(plane, plane.line(p, row)) : bentLine(plane, input);
    return { name: `h${unit + 1}`, pieces, input };
  });
}

/** Draw each unit's line, and near an end of it the unit's name. */
function drawUnits(ctx, plane, units, theme) {
  const taken = [], classes = plane.spec.classes.length;
  units.forEach((unit, i) => drawUnit(ctx, plane, unit, taken, unitColour(theme, i, classes), theme));
}

function drawUnit(ctx, plane, { pieces, input, name }, taken, tone, theme) {
  ctx.strokeStyle = tone;
  ctx.lineWidth = 1;
  ctx.beginPath();
  for (const [from, to] of pieces) {
    ctx.moveTo(...from);
    ctx.lineTo(...to);
  }
  ctx.stroke();
  const place = nameplace(plane, pieces, taken);
  if (!place) return;
  const { at: [x, y], normal: [u, v] } = place;
  const [here, there] = [1, -1].map((side) => input(plane.at([x + 8 * side * u, y + 8 * side * v])));
  taken.push([x, y]);
  drawName(ctx, [x, y], here >= there ? [u, v] : [-u, -v], name, tone, theme);
}

/** Give a straight line as pieces in pixels. */
function straightLine(plane, line) {
  const ends = clipped(line, plane.rect)?.map((end) => plane.pixel(end));
  if (!ends) return [];
  const [[x, y], [toX, toY]] = ends, n = Math.ceil(Math.hypot(toX - x, toY - y) / UNIT.piece);
  const at = (i) => [x + ((toX - x) * i) / n, y + ((toY - y) * i) / n];
  return Array.from({ length: n }, (_, i) => [at(i), at(i + 1)]);
}

/** Give where something is 0 as pieces in pixels: marching squares. */
function bentLine(plane, input) {
  const n = UNIT.cells, [left, bottom, right, top] = plane.rect, pieces = [];
  const corner = (i) => [i % (n + 1), Math.floor(i / (n + 1))];
  const place = ([u, v]) => [left + ((right - left) * u) / n, top - ((top - bottom) * v) / n];
  const z = Array.from({ length: (n + 1) ** 2 }, (_, i) => input(place(corner(i))));
  for (let i = 0; i < z.length; i++) {
    const [u, v] = corner(i), ring = [i, i + 1, i + n + 2, i + n + 1], ends = [];
    if (u === n || v === n) continue;
    ring.forEach((from, e) => {
      const to = ring[(e + 1) % 4], t = z[from] / (z[from] - z[to]);
      const [a, b] = [corner(from), corner(to)];
      if (z[from] > 0 !== z[to] > 0) ends.push(plane.pixel(place([0, 1].map((k) => a[k] + t * (b[k] - a[k])))));
    });
    for (let e = 0; e + 1 < ends.length; e += 2) pieces.push([ends[e], ends[e + 1]]);
  }
  return pieces;
}

/** Choose where a name stands: near an end of its line, where no other one is. */
function nameplace({ left, width, height }, pieces, taken) {
  let best = null;
  for (const [[x, y], [toX, toY]] of pieces) {
    const at = [(x + toX) / 2, (y + toY) / 2], long = Math.hypot(toX - x, toY - y);
    const [right, top] = [width - UNIT.aside, OUTCOME - UNIT.edge]; // buttons, what is said
    const far = Math.min(at[0] - left, right - at[0], at[1] - top, height - AXES.bottom - at[1]);
    const isFree = taken.every((other) => Math.hypot(other[0] - at[0], other[1] - at[1]) >= UNIT.between);
    if (!long || far < UNIT.edge || !isFree || (best && far >= best.far)) continue;
    best = { at, far, normal: [(y - toY) / long, (toX - x) / long] };
  }
  return best;
}

/** Draw a unit's name in its box, and what points to where the unit is active. */
function drawName(ctx, [x, y], [u, v], name, tone, theme) {
  ctx.font = `12px ${theme.font}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  const { high, room, pointer } = UNIT, wide = Math.max(high, ctx.measureText(name).width + 2 * room);
  const edge = Math.min(u ? wide / 2 / Math.abs(u) : Infinity, v ? high / 2 / Math.abs(v) : Infinity);
  const corner = (along, across) => [x + along * u - across * v, y + along * v + across * u];
  ctx.fillStyle = tone;
  ctx.beginPath();
  ctx.moveTo(...corner(edge + pointer, 0));
  for (const side of [1, -1]) ctx.lineTo(...corner(edge - 1, 0.7 * pointer * side));
  ctx.fill();
  ctx.beginPath();
  ctx.rect(x - wide / 2, y - high / 2, wide, high);
  ctx.lineJoin = "round";
  ctx.lineWidth = 1.5;
  ctx.fillStyle = theme.field;
  ctx.fill();
  ctx.strokeStyle = tone;
  ctx.stroke();
  ctx.fillStyle = theme.ink;
  ctx.fillText(name, x, y + 0.5);
}
