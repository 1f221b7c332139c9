import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { type NodeMessage, nodeMessageSchema } from './node.messages';
import type { RedisLink } from './redis-link';

/** The channel of all nodes of an installation. */
const CHANNEL = 'livelane:nodes';

export interface NodeListener {
  /** Another node has said something; `from` tells nodes apart. */
  heard(from: string, message: NodeMessage): void;
  /** This node hears again, or for the first time: it may have missed anything. */
  returned(): void;
}

/** Tells the other nodes of an installation what this one has done. Best effort, in order per sender. */
export interface NodeBus {
  /** Nobody else hears it. */
  readonly isSilent: boolean;
  send(message: NodeMessage): void;
  listen(listener: NodeListener): void;
}

/** For a node that is alone, as far as it knows. */
export const silentBus: NodeBus = {
  isSilent: true,
  send: () => undefined,
  listen: () => undefined,
};

const envelopeSchema = z.object({ from: z.string(), message: nodeMessageSchema });

/**
 * Decision: plain publish and subscribe instead of a Socket.IO adapter for Redis. Whole rooms are
 * never addressed across nodes: each node reads the log itself and sends every recipient their own
 * view of an op, in version order (R8, R11). What is left are short notices, and for these the adapters
 * only add risks: their publish to a Redis that is away is a rejection that nobody handles, or is queued
 * without end, and heard of it long after it was overtaken.
 */
export function redisBus({ commands, listening }: RedisLink, logger: Logger): NodeBus {
  const id = randomUUID();
  return {
    isSilent: false,
    send(message) {
      if (commands.status !== 'ready') return;
      // A failure is what the link logs and the sweep makes good.
      commands.publish(CHANNEL, JSON.stringify({ from: id, message })).catch(() => undefined);
    },
    listen({ heard, returned }) {
      listening.on('ready', () => {
        listening.subscribe(CHANNEL).then(returned, (error: unknown) => {
          logger.warn({ err: error }, 'the channel between the nodes cannot be subscribed to; reconnecting');
          listening.disconnect(true);
        });
      });
      listening.on('message', (_channel, text) => {
        const envelope = parse(text);
        if (envelope && envelope.from !== id) heard(envelope.from, envelope.message);
      });
    },
  };
}

/** Null for what this version does not know: nodes of two versions run side by side during an upgrade. */
function parse(text: string): z.infer<typeof envelopeSchema> | null {
  try {
    return envelopeSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
