/** The same page for every token; the server gives an unknown one the status 404. Scanners of mail leave no trace. */
export { default } from "../page.tsx";
