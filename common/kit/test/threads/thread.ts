import { threadId } from 'node:worker_threads';
import { serveThread } from '@common/kit/threads';

serveThread({
  double: (by: number) => (job: number) => {
    if (job === 7) throw new Error('not seven');
    if (job === 8) process.exit(3);
    return job === 9 ? null : [job * by, threadId];
  },
});
