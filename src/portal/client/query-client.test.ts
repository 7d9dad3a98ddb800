import { MutationObserver, QueryObserver } from "@tanstack/react-query";
import { TRPCClientError } from "@trpc/client";
import { expect, test } from "vitest";
import { IdentityRejection, readError } from "./portal-error.ts";
import { createQueryClient } from "./query-client.ts";

/** Until what was answered stands in the client. */
const settle = () => new Promise((done) => setTimeout(done));

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

test("a report that came while others ran is run when one of them has ended; one that is rejected is not run again", async () => {
  const client = createQueryClient();
  const reject = (isBusy: boolean) =>
    Promise.reject(
      TRPCClientError.from({
        error: {
          code: -32_000,
          message: "",
          data: { code: "RATE_LIMITED", httpStatus: 429, faults: [], reason: null, isBusy },
        },
      }),
    );
  let runs = 0;
  const run = client.fetchQuery({
    queryKey: ["report"],
    queryFn: () => ((runs += 1) < 2 ? reject(true) : "rows"),
  });
  expect(await run).toBe("rows");
  runs = 0;
  const limited = client.fetchQuery({ queryKey: ["limited"], queryFn: () => ((runs += 1), reject(false)) });
  await expect(limited).rejects.toThrow(TRPCClientError);
  expect(runs).toBe(1);
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

test("an answer that was asked for before a change is not kept for a screen that is opened after it", async () => {
  const client = createQueryClient();
  const answers: ((answer: string) => void)[] = [];
  const options = {
    queryKey: ["consent"],
    queryFn: () => new Promise<string>((answer) => answers.push(answer)),
  };
  // A screen that was left before it had its answer.
  new QueryObserver(client, options).subscribe(() => undefined)();
  await client.invalidateQueries({ queryKey: ["consent"] });
  answers[0]?.("unknown");
  await settle();
  const question = new QueryObserver(client, options);
  const stop = question.subscribe(() => undefined);
  expect(answers).toHaveLength(2);
  answers[1]?.("opted in");
  await settle();
  expect(question.getCurrentResult().data).toBe("opted in");
  stop();
});

test.each(["succeeds", "fails"])("a screen that is opened after a change that %s asks anew", async (outcome) => {
  const client = createQueryClient();
  let asked = 0;
  const options = { queryKey: ["tasks"], queryFn: () => (asked += 1) };
  const show = async () => {
    const question = new QueryObserver(client, options);
    const stop = question.subscribe(() => undefined);
    await settle();
    stop();
    return question.getCurrentResult().data;
  };
  expect(await show()).toBe(1);
  expect(await show()).toBe(1);
  const mutationFn = () => (outcome === "fails" ? Promise.reject(away()) : Promise.resolve());
  await Promise.allSettled([new MutationObserver(client, { mutationFn }).mutate()]);
  await show();
  expect(await show()).toBe(2);
});

test.each([away(), new TypeError("fetch failed")])(
  "where nobody knows whether a change happened, nobody says that it did not",
  (error) => {
    expect(readError(error).message).toMatch(/Check whether your change was saved before you try again/);
    expect(readError(error).message).not.toMatch(/nothing was changed/i);
  },
);
