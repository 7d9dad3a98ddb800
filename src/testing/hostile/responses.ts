import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import type { HostileResponse } from "../servers/receiver.ts";

/** Writes as long as the other side takes it. */
function pour(socket: Socket, chunk: Buffer | string): void {
  while (socket.writable) if (!socket.write(chunk)) return void socket.once("drain", () => pour(socket, chunk));
}

/** Writes a piece every few milliseconds, for ever. */
function drip(socket: Socket, piece: () => string): void {
  const timer = setInterval(() => socket.write(piece()), 20);
  socket.once("close", () => clearInterval(timer));
}

/** 10 MB of zeros in some 10 kB. */
let bomb: Buffer | undefined;

/** What receivers do that mean harm, or are broken. */
export const hostileResponses = {
  "takes the request and says nothing": () => undefined,
  "closes without a response": (socket) => socket.end(),
  "resets the connection": (socket) => socket.destroy(),
  "breaks off in the headers": (socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-le"),
  "breaks off in the body": (socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf"),
  "drips headers": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    drip(socket, () => "x: y\r\n");
  },
  "drips a body": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n");
    drip(socket, () => "drop ");
  },
  "floods with a body": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
    pour(socket, `10000\r\n${"flood ".repeat(10_923).slice(0, 65_536)}\r\n`);
  },
  "floods without a length": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n");
    pour(socket, Buffer.alloc(65_536, "x"));
  },
  "sends a compressed bomb": (socket) => {
    bomb ??= gzipSync(Buffer.alloc(10_000_000));
    socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`);
    socket.write(bomb);
  },
  "sends 20 kB of headers": (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\n${`x-filler: ${"y".repeat(88)}\r\n`.repeat(200)}\r\n`);
  },
  "sends endless trailers": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n");
    pour(socket, `x-trailer: ${"y".repeat(88)}\r\n`.repeat(100));
  },
  "sends endless chunk extensions": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5;x=");
    pour(socket, "y".repeat(65_536));
  },
  "continues endlessly": (socket) => pour(socket, "HTTP/1.1 100 Continue\r\n\r\n".repeat(100)),
  "hints endlessly": (socket) =>
    pour(socket, "HTTP/1.1 103 Early Hints\r\nlink: </x>; rel=preload\r\n\r\n".repeat(100)),
  "switches protocols": (socket) =>
    socket.write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n"),
  "speaks another protocol": (socket) => socket.write("220 mail.example.com ESMTP ready\r\n"),
  "names two lengths": (socket) =>
    socket.write("HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello!"),
  "names a length and chunks": (socket) =>
    socket.write("HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"),
  "redirects to an inner address": (socket) =>
    socket.end(
      "HTTP/1.1 307 Temporary Redirect\r\nlocation: https://169.254.169.254/latest/meta-data\r\ncontent-length: 0\r\n\r\n",
    ),
} satisfies Record<string, HostileResponse>;

export type Hostility = keyof typeof hostileResponses;
