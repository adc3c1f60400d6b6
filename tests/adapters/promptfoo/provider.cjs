// A provider that answers some questions, reports an error for one question and throws at
// another question.
module.exports = class {
  id() {
    return 'moody';
  }
  async callApi(prompt) {
    if (prompt.includes('reported')) return { error: 'not today' };
    if (prompt.includes('thrown')) throw new Error('broken');
    return { output: `Well: ${prompt}` };
  }
};
