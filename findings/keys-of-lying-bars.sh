#!/usr/bin/env bash
# Guess: in a Recharts chart with `accessibilityLayer`, the right arrow key goes to the next bar, whatever the layout.
# Behavior: in a bar chart whose bars lie (`layout="vertical"`), the right arrow goes to the previous bar and the left arrow
# to the next, and the up and down arrows do nothing: whoever presses the right arrow stays at the first bar forever. The
# step is turned around for every direction that is not "left-to-right", and lying bars have "top-to-bottom".
# Version: recharts 3.10.1. Source: recharts/es6/state/keyboardEventsMiddleware.js, selectChartDirection.
# Why it matters: lying bars are how reports show stages, attorneys and carriers, whose names are long; by keyboard only
# the first was ever told. The product turns the keys itself (portal/reports/run/result-chart.tsx).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent recharts@3.10.1 react@19.3.1 react-dom@19.3.1 react-is@19.3.1 jsdom@29.1.1
cat > try.cjs <<'JS'
const { JSDOM } = require("jsdom");
const { window } = new JSDOM("<div id=root></div>", { pretendToBeVisual: true });
Object.assign(globalThis, { window, document: window.document, HTMLElement: window.HTMLElement, Element: window.Element });
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, requestAnimationFrame: window.requestAnimationFrame });
Object.assign(globalThis, { cancelAnimationFrame: window.cancelAnimationFrame, SVGElement: window.SVGElement });
if (!("navigator" in globalThis)) globalThis.navigator = window.navigator;
const { act, createElement: h } = require("react");
const { createRoot } = require("react-dom/client");
const { BarChart, Bar, XAxis, YAxis, Tooltip } = require("recharts");
const data = ["Intake", "Investigation", "Demand"].map((label, index) => ({ label, cases: index + 3 }));

async function visit(layout, key) {
  const box = document.body.appendChild(document.createElement("div"));
  const root = createRoot(box);
  const lying = layout === "vertical";
  const axes = [h(XAxis, { key: "x", ...(lying ? { type: "number" } : { dataKey: "label" }) }),
    h(YAxis, { key: "y", ...(lying ? { type: "category", dataKey: "label" } : {}) })];
  const pause = () => act(() => new Promise((done) => setTimeout(done, 60)));
  await act(() => root.render(h(BarChart, { width: 500, height: 300, data, layout, accessibilityLayer: true },
    ...axes, h(Tooltip, { isAnimationActive: false }), h(Bar, { dataKey: "cases", isAnimationActive: false }))));
  await pause();
  const chart = box.querySelector("[role=application]");
  await act(() => chart.focus());
  await pause();
  const told = () => box.querySelector(".recharts-tooltip-label")?.textContent ?? "nothing";
  const path = [told()];
  for (let press = 0; press < 2; press += 1) {
    await act(() => chart.dispatchEvent(new window.KeyboardEvent("keydown", { key, bubbles: true })));
    await pause();
    path.push(told());
  }
  await act(() => root.unmount());
  return path.join(" > ");
}

(async () => {
  const result = {
    "standing bars, right arrow": await visit("horizontal", "ArrowRight"),
    "lying bars, right arrow": await visit("vertical", "ArrowRight"),
    "lying bars, left arrow": await visit("vertical", "ArrowLeft"),
    "lying bars, down arrow": await visit("vertical", "ArrowDown"),
  };
  console.log(`recharts ${require("recharts/package.json").version}`, result);
  const stays = "Intake > Intake > Intake";
  const goes = "Intake > Investigation > Demand";
  process.exit(JSON.stringify(Object.values(result)) === JSON.stringify([goes, stays, goes, stays]) ? 0 : 1);
})();
JS
node try.cjs
