module.exports = () => ({ rest: { maxLimit: 1000 } });
