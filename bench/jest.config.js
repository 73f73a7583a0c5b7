import presets from '../jest.preset.js';

export default presets.node;
