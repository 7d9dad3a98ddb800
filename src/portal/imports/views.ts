import type { PortalOutputs } from "../client/trpc.ts";
import { useInvalidate } from "../client/use-invalidate.ts";
import { importLabels as t } from "./strings.ts";

export type ImportPage = PortalOutputs["imports"]["list"];
export type ListedImport = ImportPage["imports"][number];
export type ImportKind = NonNullable<ListedImport["kind"]>;
export type Preview = PortalOutputs["imports"]["preview"]["preview"];

export const kindLabels: Readonly<Record<ImportKind, string>> = t.kinds;
export const kinds = Object.keys(kindLabels) as ImportKind[];

/** The largest file of a form. */
export const maxFileBytes = 25 * 1_048_576;

export function isAtWork({ status }: Pick<ListedImport, "status">): boolean {
  return ["reading", "checking", "running", "undoing"].includes(status);
}

/** Whether rows of a kind are created on behalf of an attorney. */
export const needsAttorney = ({ kind }: Pick<ListedImport, "kind">): boolean => kind === "tasks" || kind === "notes";

const pollMilliseconds = 1_500;

/** Polling interval: only while an import is at work. */
export function pollingInterval(imports: readonly Pick<ListedImport, "status">[]): number | false {
  return imports.some(isAtWork) ? pollMilliseconds : false;
}

/** How far the work on an import's rows is; no percentage while that is not known. */
export function progressOf({ status, rowCount, handled, created, updated, undone, kept }: ListedImport): {
  done: number;
  total: number;
  percent: number | undefined;
} {
  const [done, total] = status === "undoing" ? [undone + kept, created + updated] : [handled, rowCount ?? 0];
  const percent = status === "reading" || total === 0 ? undefined : Math.round((done / total) * 100);
  return { done, total, percent };
}

export const useInvalidateImports = () => useInvalidate((trpc) => [trpc.imports.pathFilter()]);
