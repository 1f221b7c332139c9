import { soak } from '../../../test-kit/load/soak.load';
import { seedOfRun } from '../../../test-kit/random';
import { restartable } from './restartable';

const TEST_TIMEOUT_MS = 180_000;
const SEED = seedOfRun();

const product = restartable();

test(
  `R8 npm run soak in short: every socket of every board hears every op, in order, without a reset (SEED=${SEED})`,
  async () => {
    const server = await product.start();
    const result = await soak({
      url: server.url,
      sockets: 200,
      boards: 5,
      cardsPerBoard: 20,
      movesPerSecond: 30,
      seconds: 10,
      seed: SEED,
    });
    expect(result.moves).toBe(300);
    expect(result).toMatchObject({ failed: 0, gaps: 0, resets: 0, losses: 0, heard: result.expected });
    expect(result.pushes.count).toBe(result.heard);
    expect(result.heard).toBeGreaterThan(0);
  },
  TEST_TIMEOUT_MS,
);
