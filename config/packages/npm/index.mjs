import assay from './index.cjs';

export const {
  AssayError, SettingsError, best, decisions, gate, getLoadablePath, load, recordRound,
  sqlPath, stop,
} = assay;
export default assay;
