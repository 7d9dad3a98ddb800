/** Serving it reads nothing of the link: scanners of mail leave no trace. */
export { default } from "../page.tsx";
