// Plain JavaScript, because launch.mjs needs it before there is a Node that strips types.
const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const titleWidth = 34;

/** Long steps say that they have begun where there is no spinner to show it. */
const patienceMilliseconds = 2_000;

/** Steps that run at the same time share the line with the spinner: the titles, and the time of the first. */
const running = new Set();
let timer;

export async function showStep(title, work) {
  const step = { title, begin: performance.now() };
  const onTerminal = process.stdout.isTTY === true;
  const clear = () => onTerminal && process.stdout.write("\r\u001B[2K");
  const remark = (text) => {
    clear();
    console.log(`    ${text}`);
  };
  const notice = onTerminal ? undefined : setTimeout(() => console.log(`  … ${title}`), patienceMilliseconds);
  running.add(step);
  if (onTerminal) timer ??= spin();
  try {
    const result = await work(remark);
    clear();
    console.log(`  ✓ ${title.padEnd(titleWidth)} ${elapsed(step)}`);
    return result;
  } catch (error) {
    clear();
    console.log(`  ✗ ${title.padEnd(titleWidth)} ${elapsed(step)}`);
    throw error;
  } finally {
    clearTimeout(notice);
    running.delete(step);
    if (running.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  }
}

function elapsed({ begin }) {
  return `${((performance.now() - begin) / 1000).toFixed(1)} s`;
}

function spin() {
  let frame = 0;
  return setInterval(() => {
    frame += 1;
    const [first] = running;
    const titles = [...running].map(({ title }) => title).join(", ");
    process.stdout.write(
      `\r\u001B[2K  ${frames[frame % frames.length]} ${titles.padEnd(titleWidth)} ${elapsed(first)}`,
    );
  }, 100);
}
