import { createSocket } from "node:dgram";
import { once } from "node:events";
import { Resolver } from "node:dns/promises";
import { SocketAddress } from "node:net";

/** What a name server returns for a name. */
export interface NameRecords {
  ipv4?: readonly string[];
  ipv6?: readonly string[];
  /** The name is another one's alias; the addresses are that one's. */
  aliases?: readonly string[];
}

export interface NameServer {
  /** Queries this server alone. */
  resolver: Resolver;
  /** Changes what is returned for a name; "silence" leaves questions unanswered. A name never set does not exist. */
  set(name: string, records: NameRecords | "silence" | "failure"): void;
  /** How many questions came, of both families. */
  questionCount(): number;
  close(): void;
}

const types = { ipv4: 1, alias: 5, ipv6: 28 };

/** The response code: 3 is NXDOMAIN, 2 SERVFAIL (RFC 1035). */
function codeOf(records: NameRecords | "failure" | undefined): number {
  if (records === undefined) return 3;
  return records === "failure" ? 2 : 0;
}

/** A name server on loopback: real questions and answers on UDP (RFC 1035). */
export async function startNameServer(): Promise<NameServer> {
  const known = new Map<string, NameRecords | "silence" | "failure">();
  let questionCount = 0;
  const socket = createSocket("udp4");
  socket.on("message", (question, from) => {
    questionCount += 1;
    const { name, type, length } = readQuestion(question);
    const records = known.get(name);
    if (records === "silence") return;
    const answers = typeof records === "object" ? listAnswers(name, type, records) : [];
    const header = Buffer.from(question.subarray(0, 12));
    // A response, recursion available.
    header.writeUInt16BE(0x8180 | codeOf(records), 2);
    header.writeUInt16BE(answers.length, 6);
    header.fill(0, 8);
    socket.send(Buffer.concat([header, question.subarray(12, 12 + length), ...answers]), from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const resolver = new Resolver({ timeout: 200, maxTimeout: 200, tries: 2 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return {
    resolver,
    set: (name, records) => known.set(name, records),
    questionCount: () => questionCount,
    close: () => socket.close(),
  };
}

function readQuestion(message: Buffer): { name: string; type: number; length: number } {
  const labels: string[] = [];
  let at = 12;
  for (let size = message[at] ?? 0; size !== 0; size = message[at] ?? 0) {
    labels.push(message.subarray(at + 1, at + 1 + size).toString("latin1"));
    at += 1 + size;
  }
  return { name: labels.join(".").toLowerCase(), type: message.readUInt16BE(at + 1), length: at + 5 - 12 };
}

function listAnswers(name: string, type: number, { ipv4 = [], ipv6 = [], aliases = [] }: NameRecords): Buffer[] {
  const owner = aliases.at(-1) ?? name;
  const chain = aliases.map((alias, index) => writeRecord(aliases[index - 1] ?? name, types.alias, writeName(alias)));
  const found: Buffer[] = type === types.ipv4 ? ipv4.map((address) => Buffer.from(address.split(".").map(Number))) : [];
  if (type === types.ipv6) found.push(...ipv6.map(writeIpv6));
  return [...chain, ...found.map((data) => writeRecord(owner, type, data))];
}

function writeRecord(name: string, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  // It may be kept for no time at all.
  fixed.writeUInt32BE(0, 4);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([writeName(name), fixed, data]);
}

function writeName(name: string): Buffer {
  return Buffer.concat([
    ...name.split(".").map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`, "latin1")),
    Buffer.from([0]),
  ]);
}

/** Sixteen bytes. */
function writeIpv6(address: string): Buffer {
  const [front = "", back] = new SocketAddress({ address, family: "ipv6" }).address
    .replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (...parts) => {
      const [a = 0, b = 0, c = 0, d = 0] = parts.slice(1, 5).map(Number);
      return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
    })
    .split("::");
  const groups = front === "" ? [] : front.split(":");
  const ending = back === undefined || back === "" ? [] : back.split(":");
  const all = [...groups, ...Array.from({ length: 8 - groups.length - ending.length }, () => "0"), ...ending];
  return Buffer.from(all.map((group) => group.padStart(4, "0")).join(""), "hex");
}
