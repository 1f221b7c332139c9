import type { Connection } from 'mongoose';
import type { Command } from './observedServer';

/** What a question costs the database beside its answer. */
export interface Effort {
  /** Documents that it looks at and does not return. */
  passedOver: number;
  /** Documents that it returns and has to sort. */
  sorted: number;
}

/** The effort of each of these `find` commands, when it is asked again. */
export function effortsOf({ db }: Connection, finds: readonly Command[]): Promise<Effort[]> {
  return Promise.all(
    finds.map(async (find) => {
      const explained = { explain: find, verbosity: 'executionStats' };
      const { executionStats, queryPlanner } = (await db?.command(explained)) ?? {};
      const { totalDocsExamined, nReturned } = executionStats as Record<string, number>;
      const returned = Number(nReturned);
      const isSorted = JSON.stringify(queryPlanner.winningPlan).includes('"SORT"');
      return { passedOver: Number(totalDocsExamined) - returned, sorted: isSorted ? returned : 0 };
    }),
  );
}
