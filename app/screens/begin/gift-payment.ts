/** The field with the remark about the card that a giver has read before they pay. */
export const REMARK_FIELD = "readRemark";
