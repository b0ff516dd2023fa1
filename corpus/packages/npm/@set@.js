// @about@
'use strict';
exports.vectors = [
@rows@
];
