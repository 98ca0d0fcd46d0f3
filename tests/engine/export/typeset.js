// Sets formulas, a JSON list on stdin, by KaTeX and MathJax; writes their MathML as JSON.
"use strict";
const formulas = JSON.parse(require("fs").readFileSync(0, "utf8"));

function katex() {
  const options = { displayMode: true, output: "mathml", strict: "ignore" };
  return formulas.map((tex) =>
    require("katex")
      .renderToString(tex, options)
      .replace(/<annotation.*?<\/annotation>/s, ""),
  );
}

async function mathjax(name) {
  const library = await require(name).init({ loader: { load: ["input/tex"] } });
  const set = [];
  for (const tex of formulas) set.push(await library.tex2mmlPromise(tex));
  return set;
}

const by = process.argv[2];
Promise.resolve(by === "katex" ? katex() : mathjax(by)).then((set) =>
  console.log(JSON.stringify(set)),
);
