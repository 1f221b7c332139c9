import { api } from '#lib/api';

/** GET /notifications/push: the server's key for subscriptions, in base64url. @throws ApiError, NetworkError */
export const readPushKey = (): Promise<{ publicKey: string }> => api.get('/notifications/push');

/** POST /notifications/push: registers this browser. @throws ApiError, NetworkError */
export const addPush = ({ endpoint, keys }: PushSubscriptionJSON): Promise<{ id: string }> =>
  api.post('/notifications/push', { endpoint, keys });

/** DELETE /notifications/push/{id}. @throws ApiError, NetworkError */
export const removePush = (id: string): Promise<void> => api.delete(`/notifications/push/${id}`);
