// Lets a signature be drawn. Without this script the name is typed, and nothing else changes.
const pad = document.getElementById('pad');
const canvas = document.getElementById('drawn');
const field = document.getElementById('drawing');

if (pad !== null && canvas !== null && field !== null) {
  const POINTS_MAX = 5000;
  const pen = canvas.getContext('2d');
  let strokes = [];
  let points = 0;
  let begun;
  let stroke;

  const clear = () => {
    strokes = [];
    points = 0;
    begun = undefined;
    field.value = '';
    pen.clearRect(0, 0, canvas.width, canvas.height);
  };
  const placeOf = (event) => {
    const box = canvas.getBoundingClientRect();
    const x = Math.round(((event.clientX - box.left) / box.width) * canvas.width);
    const y = Math.round(((event.clientY - box.top) / box.height) * canvas.height);
    return [x, y, Math.min(3_600_000, Math.round(event.timeStamp - begun))];
  };
  const add = (event) => {
    if (stroke === undefined || points >= POINTS_MAX) return;
    const point = placeOf(event);
    pen.lineTo(point[0] + 0.01, point[1]);
    pen.stroke();
    stroke.push(...point);
    points += 1;
  };
  canvas.addEventListener('pointerdown', (event) => {
    if (points >= POINTS_MAX || strokes.length >= 500) return;
    begun ??= event.timeStamp;
    canvas.setPointerCapture(event.pointerId);
    stroke = [];
    strokes.push(stroke);
    const [x, y] = placeOf(event);
    pen.lineWidth = 2.5;
    pen.lineCap = 'round';
    pen.strokeStyle = '#1c2430';
    pen.beginPath();
    pen.moveTo(x, y);
    add(event);
  });
  canvas.addEventListener('pointermove', add);
  for (const end of ['pointerup', 'pointercancel'])
    canvas.addEventListener(end, () => {
      if (stroke === undefined) return;
      stroke = undefined;
      field.value = JSON.stringify({ width: canvas.width, height: canvas.height, strokes });
    });
  document.getElementById('clear').addEventListener('click', clear);
  pad.hidden = false;
}
