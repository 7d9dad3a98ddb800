import { globSync } from "node:fs";
import type { defineResource } from "../../rpc/resource/define-resource.ts";

type Definition = ReturnType<typeof defineResource>["definition"];

const root = new URL("../../..", import.meta.url).pathname;

const isResource = (value: unknown): value is { definition: Definition } =>
  typeof value === "object" && value !== null && "definition" in value && "lockForUpdate" in value;

/** The resources that areas define, as arguments of the statements of rpc/resource. */
export async function findResources(): Promise<{ resource: Definition }[]> {
  const files = globSync("src/{areas,workflows}/**/domain*.ts", { cwd: root }).filter(
    (file) => !file.includes(".test."),
  );
  const modules = await Promise.all(files.map((file) => import(`${root}${file}`) as Promise<object>));
  return modules
    .flatMap((exported) => Object.values(exported) as unknown[])
    .filter(isResource)
    .map(({ definition }) => ({ resource: definition }));
}
