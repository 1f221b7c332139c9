import { useDispatch, useSelector, useStore } from 'react-redux';
import type { AppDispatch, AppState, Store } from './store';

export const useAppSelector = useSelector.withTypes<AppState>();
export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppStore = useStore.withTypes<Store>();
