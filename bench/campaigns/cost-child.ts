import { measureCost, type CostTrial } from './cost-campaign.ts';

process.on('message', (trial: CostTrial) => {
  void measureCost(trial).then((row) => {
    process.send?.(row);
    process.disconnect();
  });
});
