
// --------------------------------------------------------------------------- the start

byId("no-download").hidden = mayDownload();
const { runs } = JSON.parse(byId("entries").textContent);
if (document.body.classList.contains("lesson")) globalThis.lesson = new Lesson(runs);
else globalThis.player = new Player(runs[0]);
