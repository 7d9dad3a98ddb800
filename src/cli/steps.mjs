// Plain JavaScript, because launch.mjs needs it before there is a Node that strips types.
const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const titleWidth = 34;

/** Long steps say that they have begun where there is no spinner to show it. */
const patienceMilliseconds = 2_000;

export async function showStep(title, work) {
  const begin = performance.now();
  const onTerminal = process.stdout.isTTY === true;
  const elapsed = () => `${((performance.now() - begin) / 1000).toFixed(1)} s`;
  const clear = () => onTerminal && process.stdout.write("\r\u001B[2K");
  const remark = (text) => {
    clear();
    console.log(`    ${text}`);
  };
  const timer = onTerminal ? spin(title, elapsed) : setTimeout(() => console.log(`  … ${title}`), patienceMilliseconds);
  try {
    const result = await work(remark);
    clear();
    console.log(`  ✓ ${title.padEnd(titleWidth)} ${elapsed()}`);
    return result;
  } catch (error) {
    clear();
    console.log(`  ✗ ${title.padEnd(titleWidth)} ${elapsed()}`);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

function spin(title, elapsed) {
  let frame = 0;
  return setInterval(() => {
    frame += 1;
    process.stdout.write(`\r\u001B[2K  ${frames[frame % frames.length]} ${title.padEnd(titleWidth)} ${elapsed()}`);
  }, 100);
}
