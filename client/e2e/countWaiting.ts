/** In the page: how many changes its browser keeps for the server; 0 while nothing is stored. */
export async function countWaiting(): Promise<number> {
  const databases = await indexedDB.databases();
  if (!databases.some(({ name }) => name === 'livelane-outbox')) return 0;
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('livelane-outbox');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const counting = opening.result.transaction('waiting').objectStore('waiting').count();
      counting.onerror = () => reject(counting.error);
      counting.onsuccess = () => resolve(counting.result);
      opening.result.close();
    };
  });
}
