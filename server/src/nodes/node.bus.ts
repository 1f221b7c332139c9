import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { type NodeMessage, nodeMessageSchema } from './node.messages';
import type { RedisLink } from './redis-link';

/** The channel of all nodes, also of other installations on this Redis, whatever the number of its database. */
const CHANNEL = 'livelane:nodes';

export interface NodeListener {
  /** A message of another node; `from` identifies it. */
  received(from: string, message: NodeMessage): void;
  /** A message of this node, at its place among those of all nodes: each of them hears all in the same order. */
  heardOwn?(message: NodeMessage): void;
  /** This node is connected (again): it may have missed messages. */
  returned(): void;
}

/** Notifies the other nodes of an installation. Best effort, in one order for all. */
export interface NodeBus {
  /** This node's name in messages. */
  readonly id: string;
  /** There is no other node to receive messages. */
  readonly isSilent: boolean;
  /** Messages reach the others, as far as this node knows. */
  readonly isConnected: boolean;
  send(message: NodeMessage): void;
  listen(listener: NodeListener): void;
}

/** For a node that is alone, as far as it knows. */
export const silentBus: NodeBus = {
  id: '',
  isSilent: true,
  isConnected: false,
  send: () => undefined,
  listen: () => undefined,
};

const envelopeSchema = z.object({
  from: z.string(),
  /** The sender's; absent in messages of 0.1.0. */
  installation: z.optional(z.string()),
  message: nodeMessageSchema,
});

/**
 * Decision: plain publish and subscribe instead of a Socket.IO adapter for Redis. Whole rooms are
 * never addressed across nodes: each node reads the log itself and sends every recipient their own
 * view of an op, in version order (R8, R11). Only short notices remain, and for these the adapters
 * only add risks: while Redis is away, their publish is a rejection that nobody handles, or is queued
 * without limit and arrives long after it is outdated.
 */
export function redisBus(link: RedisLink, logger: Logger): NodeBus {
  const { commands, listening } = link;
  const id = randomUUID();
  const listeners: NodeListener[] = [];
  /** Messages of this node have not reached the others. */
  let hasLost = false;
  const lost = (): void => {
    hasLost = true;
  };
  const send = (message: NodeMessage): void => {
    const { installation } = link;
    // The link logs failures, and the sweep makes up for them.
    if (commands.status === 'ready')
      commands.publish(CHANNEL, JSON.stringify({ from: id, installation, message })).catch(lost);
    else lost();
  };
  commands.on('ready', () => {
    if (!hasLost) return;
    hasLost = false;
    send({ kind: 'hintsLost' });
  });
  listening.on('ready', () => {
    listening.subscribe(CHANNEL).then(
      () => {
        for (const { returned } of listeners) returned();
      },
      (error: unknown) => {
        logger.warn({ err: error }, 'the channel between the nodes cannot be subscribed to; reconnecting');
        listening.disconnect(true);
      },
    );
  });
  listening.on('message', (_channel, text) => {
    const envelope = parse(text);
    if (!envelope) return;
    const { from, installation = link.installation, message } = envelope;
    if (installation !== link.installation) return;
    for (const listener of listeners)
      if (from === id) listener.heardOwn?.(message);
      else listener.received(from, message);
  });
  return {
    id,
    isSilent: false,
    get isConnected() {
      return commands.status === 'ready' && listening.status === 'ready';
    },
    send,
    listen: (listener) => void listeners.push(listener),
  };
}

/** Null for a message unknown to this version: nodes of two versions run side by side during an upgrade. */
function parse(text: string): z.infer<typeof envelopeSchema> | null {
  try {
    return envelopeSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
