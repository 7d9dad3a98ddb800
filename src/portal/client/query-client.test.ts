import { MutationObserver, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { IdentityRejection, readError } from "./portal-error.ts";
import { createQueryClient } from "./query-client.ts";

const away = () => new IdentityRejection("Internal server error", { code: "INTERNAL_ERROR", httpStatus: 503 });

test("a query is retried while the database is unavailable; a mutation is not, because it may have succeeded", async () => {
  const client = createQueryClient();
  const calls = { queries: 0, mutations: 0 };
  const change = new MutationObserver(client, {
    mutationFn: () => {
      calls.mutations += 1;
      return Promise.reject(away());
    },
  });
  await expect(change.mutate()).rejects.toThrow(IdentityRejection);
  const question = client.fetchQuery({
    queryKey: ["question"],
    queryFn: () => {
      calls.queries += 1;
      return calls.queries < 2 ? Promise.reject(away()) : "answer";
    },
  });
  expect(await question).toBe("answer");
  expect(calls).toEqual({ queries: 2, mutations: 1 });
});

test("an answer that was asked for before a change is not shown after it, be it the query's first", async () => {
  const client = createQueryClient();
  const answers: ((answer: string) => void)[] = [];
  const question = new QueryObserver(client, {
    queryKey: ["consent"],
    queryFn: () => new Promise<string>((answer) => answers.push(answer)),
  });
  const stop = question.subscribe(() => undefined);
  const isSettled = client.invalidateQueries({ queryKey: ["consent"] });
  expect(answers).toHaveLength(2);
  answers[1]?.("opted in");
  answers[0]?.("unknown");
  await isSettled;
  expect(question.getCurrentResult().data).toBe("opted in");
  stop();
});

test.each([away(), new TypeError("fetch failed")])(
  "where nobody knows whether a change happened, nobody says that it did not",
  (error) => {
    expect(readError(error).message).toMatch(/Check whether your change was saved before you try again/);
    expect(readError(error).message).not.toMatch(/nothing was changed/i);
  },
);
