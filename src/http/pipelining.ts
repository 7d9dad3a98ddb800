import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { readAddress } from "./connections.ts";
import { runInRound } from "./loop-rounds.ts";

/** How many requests of a connection may wait for the responses before them. */
const maxWaiting = 64;

interface Turn {
  response: ServerResponse;
  run: () => void;
}

const waiting = new WeakMap<Socket, Turn[]>();

/**
 * Processes a connection's requests one after the other: a client that pipelines and does not read holds one response
 * in memory, not one per request. What waits behind a response that closes the connection is never processed.
 */
export function runInTurn(response: ServerResponse, run: () => void): void {
  const { socket } = response.req;
  const turns = waiting.get(socket);
  if (turns === undefined) {
    waiting.set(socket, []);
    start(socket, { response, run });
  } else if (turns.length < maxWaiting) turns.push({ response, run });
  else socket.destroy();
}

function start(socket: Socket, { response, run }: Turn): void {
  response.once("close", () => {
    if (waiting.get(socket)?.length === 0) waiting.delete(socket);
    else runInRound(readAddress(socket), () => startNext(socket));
  });
  run();
}

function startNext(socket: Socket): void {
  const next = socket.writable ? waiting.get(socket)?.shift() : undefined;
  if (next === undefined) waiting.delete(socket);
  else start(socket, next);
}
