import type { UseQueryResult } from '@tanstack/react-query';
import { isNotFound } from './api';

/** What a query has read, also while reading it again fails: but nothing of a place that is gone. */
export const shownData = <Data>({
  data,
  error,
}: Pick<UseQueryResult<Data, unknown>, 'data' | 'error'>): Data | undefined =>
  isNotFound(error) ? undefined : data;
