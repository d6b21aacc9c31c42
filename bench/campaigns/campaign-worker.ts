import { parentPort } from 'node:worker_threads';
import { tryCampaign, type CampaignTrial } from './trial.ts';

parentPort?.on('message', (trial: CampaignTrial) => {
  void tryCampaign(trial).then((row) => parentPort?.postMessage(row));
});
