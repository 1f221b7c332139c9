import { useSyncExternalStore } from 'react';
import type { Observable } from './observable';

export const useObservable = <Value>({ subscribe, get }: Observable<Value>): Value =>
  useSyncExternalStore(subscribe, get);
