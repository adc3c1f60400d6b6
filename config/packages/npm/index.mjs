import assay from './index.cjs';

export const { getLoadablePath, load, sqlPath } = assay;
export default assay;
