import remote from './remote.cjs';

export const { query } = remote;
export default remote;
