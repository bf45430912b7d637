import { useDeployment } from '../support/use-deployment.ts';

export const used = useDeployment({ alone: [] });
