import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';

/**
 * The Redux state as features see it. Each slice adds its part where it is defined:
 * `declare module '../lib/store' { interface AppState { board: BoardState } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: slices add to it by declaration merging
export interface AppState {}

export type AppDispatch = ThunkDispatch<AppState, unknown, UnknownAction>;

export const useAppSelector = useSelector.withTypes<AppState>();
export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
