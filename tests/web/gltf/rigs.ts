/**
 * Skeletons as various programs make them: names, places (metres; x left, y up, z forward) and the role of
 * each bone.
 */
import { Bone, Group, Quaternion, Vector3 } from 'three';
import { randomTurn } from './skeletons.ts';

/** `Left|Right` gives both sides, with `x` for the left one; likewise a role without a side. */
export type RigLine = readonly [
  names: string,
  parent: string,
  at: readonly [number, number, number],
  role?: string,
];

const arm = (drop: number, length: number): [number, number, number] => [
  length * Math.cos(drop),
  -length * Math.sin(drop),
  0,
];

/** Poser and many BVH files: the upper arm is called shoulder. */
const poser: readonly RigLine[] = [
  ['Hips', '', [0, 0.95, 0], 'hips'],
  ['Spine', 'Hips', [0, 0.1, 0], 'spine'],
  ['Chest', 'Spine', [0, 0.2, 0], 'chest'],
  ['Neck', 'Chest', [0, 0.22, 0], 'neck'],
  ['Head', 'Neck', [0, 0.1, 0.01], 'head'],
  ['LeftCollar|RightCollar', 'Chest', [0.03, 0.17, 0], 'Shoulder'],
  ['LeftShoulder|RightShoulder', 'LeftCollar|RightCollar', [0.15, 0, 0], 'UpperArm'],
  ['LeftElbow|RightElbow', 'LeftShoulder|RightShoulder', [0.28, 0, 0], 'LowerArm'],
  ['LeftWrist|RightWrist', 'LeftElbow|RightElbow', [0.25, 0, 0], 'Hand'],
  ['LeftHip|RightHip', 'Hips', [0.1, -0.05, 0], 'UpperLeg'],
  ['LeftKnee|RightKnee', 'LeftHip|RightHip', [0, -0.43, 0], 'LowerLeg'],
  ['LeftAnkle|RightAnkle', 'LeftKnee|RightKnee', [0, -0.42, -0.01], 'Foot'],
  ['LeftToe|RightToe', 'LeftAnkle|RightAnkle', [0, -0.05, 0.14], 'Toes'],
];

const smpl: readonly RigLine[] = [
  ['Pelvis', '', [0, 0.95, 0], 'hips'],
  ['L_Hip|R_Hip', 'Pelvis', [0.058, -0.082, -0.018], 'UpperLeg'],
  ['L_Knee|R_Knee', 'L_Hip|R_Hip', [0.044, -0.387, 0.008], 'LowerLeg'],
  ['L_Ankle|R_Ankle', 'L_Knee|R_Knee', [-0.015, -0.427, -0.037], 'Foot'],
  ['L_Foot|R_Foot', 'L_Ankle|R_Ankle', [0.041, -0.06, 0.122], 'Toes'],
  ['Spine1', 'Pelvis', [0.004, 0.124, -0.038], 'spine'],
  ['Spine2', 'Spine1', [0.004, 0.138, 0.027], 'chest'],
  ['Spine3', 'Spine2', [-0.002, 0.056, 0.003], 'upperChest'],
  ['Neck', 'Spine3', [-0.013, 0.212, -0.033], 'neck'],
  ['Head', 'Neck', [0.01, 0.089, 0.05], 'head'],
  ['L_Collar|R_Collar', 'Spine3', [0.072, 0.114, -0.019], 'Shoulder'],
  ['L_Shoulder|R_Shoulder', 'L_Collar|R_Collar', [0.123, 0.045, -0.019], 'UpperArm'],
  ['L_Elbow|R_Elbow', 'L_Shoulder|R_Shoulder', [0.255, -0.016, -0.023], 'LowerArm'],
  ['L_Wrist|R_Wrist', 'L_Elbow|R_Elbow', [0.266, 0.013, -0.007], 'Hand'],
  ['L_Hand|R_Hand', 'L_Wrist|R_Wrist', [0.087, -0.011, -0.016]],
];

const fingers = (hand: string, side: number, drop: number): RigLine[] =>
  ['Thumb', 'Index', 'Mid', 'Ring', 'Pinky'].flatMap((finger, i): RigLine[] => {
    const name = (joint: number) => (side > 0 ? 'l' : 'r') + finger + joint;
    const aside = 0.03 - 0.015 * i;
    const [x, y] = arm(drop, i === 0 ? 0.03 : 0.09);
    return [
      [name(1), hand, [side * x, y, aside]],
      [name(2), name(1), [side * 0.03 * Math.cos(drop), -0.03 * Math.sin(drop), 0]],
      [name(3), name(2), [side * 0.02 * Math.cos(drop), -0.02 * Math.sin(drop), 0]],
    ];
  });

/** Genesis 8: each limb segment has two bones, arms are at 45°. */
const daz: readonly RigLine[] = [
  ['hip', '', [0, 1.05, 0], 'hips'],
  ['pelvis', 'hip', [0, 0.02, -0.01]],
  ['lThighBend|rThighBend', 'pelvis', [0.08, -0.11, 0.01], 'UpperLeg'],
  ['lThighTwist|rThighTwist', 'lThighBend|rThighBend', [0.01, -0.21, 0]],
  ['lShin|rShin', 'lThighTwist|rThighTwist', [0.01, -0.23, 0], 'LowerLeg'],
  ['lFoot|rFoot', 'lShin|rShin', [0.01, -0.42, -0.03], 'Foot'],
  ['lMetatarsals|rMetatarsals', 'lFoot|rFoot', [0, -0.03, 0.05]],
  ['lToe|rToe', 'lMetatarsals|rMetatarsals', [0, -0.03, 0.08], 'Toes'],
  ['lBigToe|rBigToe', 'lToe|rToe', [-0.02, 0, 0.04]],
  ['lSmallToe1|rSmallToe1', 'lToe|rToe', [0.01, 0, 0.03]],
  ['abdomenLower', 'hip', [0, 0.02, -0.01], 'spine'],
  ['abdomenUpper', 'abdomenLower', [0, 0.08, 0]],
  ['chestLower', 'abdomenUpper', [0, 0.08, 0], 'chest'],
  ['chestUpper', 'chestLower', [0, 0.13, -0.02], 'upperChest'],
  ['lPectoral|rPectoral', 'chestLower', [0.06, 0.02, 0.09]],
  ['neckLower', 'chestUpper', [0, 0.17, -0.01], 'neck'],
  ['neckUpper', 'neckLower', [0, 0.04, 0.02]],
  ['head', 'neckUpper', [0, 0.05, 0.01], 'head'],
  ['lEye|rEye', 'head', [0.03, 0.06, 0.06]],
  ['lowerJaw', 'head', [0, 0, 0.03]],
  ['lCollar|rCollar', 'chestUpper', [0.03, 0.1, 0], 'Shoulder'],
  ['lShldrBend|rShldrBend', 'lCollar|rCollar', [0.12, -0.01, -0.01], 'UpperArm'],
  ['lShldrTwist|rShldrTwist', 'lShldrBend|rShldrBend', arm(0.8, 0.12)],
  ['lForearmBend|rForearmBend', 'lShldrTwist|rShldrTwist', arm(0.8, 0.15), 'LowerArm'],
  ['lForearmTwist|rForearmTwist', 'lForearmBend|rForearmBend', arm(0.8, 0.12)],
  ['lHand|rHand', 'lForearmTwist|rForearmTwist', arm(0.8, 0.13), 'Hand'],
  ...fingers('lHand', 1, 0.8),
  ...fingers('rHand', -1, 0.8),
];

const chain = (
  count: number,
  name: (i: number) => string,
  parent: string,
  step: [number, number, number],
): RigLine[] =>
  Array.from({ length: count }, (_, i): RigLine => [name(i + 1), i === 0 ? parent : name(i), step]);

const withRoles = (lines: readonly RigLine[], roles: Readonly<Record<string, string>>): RigLine[] =>
  lines.map(([name, parent, at, role]): RigLine => [name, parent, at, roles[name] ?? role ?? '']);

/** ARKit's body tracking. */
// prettier-ignore
const arkit: readonly RigLine[] = [
  ['root', '', [0, 0, 0]],
  ['hips_joint', 'root', [0, 0.95, 0], 'hips'],
  ['left_upLeg_joint|right_upLeg_joint', 'hips_joint', [0.1, -0.03, 0], 'UpperLeg'],
  ['left_leg_joint|right_leg_joint', 'left_upLeg_joint|right_upLeg_joint', [0, -0.44, 0.01], 'LowerLeg'],
  ['left_foot_joint|right_foot_joint', 'left_leg_joint|right_leg_joint', [0, -0.43, -0.03], 'Foot'],
  ['left_toes_joint|right_toes_joint', 'left_foot_joint|right_foot_joint', [0, -0.06, 0.12], 'Toes'],
  ['left_toesEnd_joint|right_toesEnd_joint', 'left_toes_joint|right_toes_joint', [0, 0, 0.07]],
  ...withRoles(
    chain(7, (i) => `spine_${i}_joint`, 'hips_joint', [0, 0.07, 0]),
    { spine_1_joint: 'spine', spine_4_joint: 'chest', spine_7_joint: 'upperChest' },
  ),
  ...withRoles(
    chain(4, (i) => `neck_${i}_joint`, 'spine_7_joint', [0, 0.035, 0.003]),
    { neck_1_joint: 'neck' },
  ),
  ['head_joint', 'neck_4_joint', [0, 0.04, 0.01], 'head'],
  ['jaw_joint', 'head_joint', [0, 0.01, 0.02]],
  ['left_eye_joint|right_eye_joint', 'head_joint', [0.03, 0.06, 0.07]],
  ['left_shoulder_1_joint|right_shoulder_1_joint', 'spine_7_joint', [0.04, -0.02, 0], 'Shoulder'],
  ['left_arm_joint|right_arm_joint', 'left_shoulder_1_joint|right_shoulder_1_joint', [0.14, 0, 0], 'UpperArm'],
  ['left_forearm_joint|right_forearm_joint', 'left_arm_joint|right_arm_joint', [0.27, 0, 0], 'LowerArm'],
  ['left_hand_joint|right_hand_joint', 'left_forearm_joint|right_forearm_joint', [0.26, 0, 0], 'Hand'],
  ['left_handMidStart_joint|right_handMidStart_joint', 'left_hand_joint|right_hand_joint', [0.03, 0, 0]],
  ['left_handMid_1_joint|right_handMid_1_joint', 'left_handMidStart_joint|right_handMidStart_joint', [0.07, 0, 0]],
  ['left_handThumbStart_joint|right_handThumbStart_joint', 'left_hand_joint|right_hand_joint', [0.02, 0, 0.03]],
];

/**
 * MikuMikuDance in English: the legs hang on a bone of their own, and handles for inverse kinematics are
 * beside the body.
 */
const mmd: readonly RigLine[] = [
  ['root', '', [0, 0, 0]],
  ['center', 'root', [0, 0.8, 0], 'hips'],
  ['upper body', 'center', [0, 0.2, 0], 'spine'],
  ['upper body 2', 'upper body', [0, 0.12, 0], 'chest'],
  ['neck', 'upper body 2', [0, 0.2, 0], 'neck'],
  ['head', 'neck', [0, 0.07, 0], 'head'],
  ['Left shoulder|Right shoulder', 'upper body 2', [0.03, 0.17, 0], 'Shoulder'],
  ['Left arm|Right arm', 'Left shoulder|Right shoulder', arm(0.6, 0.1), 'UpperArm'],
  ['Left arm twist|Right arm twist', 'Left arm|Right arm', arm(0.6, 0.13)],
  ['Left elbow|Right elbow', 'Left arm twist|Right arm twist', arm(0.6, 0.11), 'LowerArm'],
  ['Left wrist twist|Right wrist twist', 'Left elbow|Right elbow', arm(0.6, 0.13)],
  ['Left wrist|Right wrist', 'Left wrist twist|Right wrist twist', arm(0.6, 0.1), 'Hand'],
  ['lower body', 'center', [0, 0.19, 0]],
  ['Left leg|Right leg', 'lower body', [0.08, -0.11, 0], 'UpperLeg'],
  ['Left knee|Right knee', 'Left leg|Right leg', [0.01, -0.4, 0.01], 'LowerLeg'],
  ['Left ankle|Right ankle', 'Left knee|Right knee', [0.01, -0.4, -0.04], 'Foot'],
  ['Left toe|Right toe', 'Left ankle|Right ankle', [0, -0.07, 0.13], 'Toes'],
  ['Left leg IK|Right leg IK', 'root', [0.1, 0.08, -0.03]],
  ['Left toe IK|Right toe IK', 'Left leg IK|Right leg IK', [0, -0.07, 0.13]],
];

const unreal: readonly RigLine[] = [
  ['root', '', [0, 0, 0]],
  ['pelvis', 'root', [0, 0.97, 0], 'hips'],
  ['spine_01', 'pelvis', [0, 0.11, 0], 'spine'],
  ['spine_02', 'spine_01', [0, 0.19, 0], 'chest'],
  ['spine_03', 'spine_02', [0, 0.13, 0], 'upperChest'],
  ['neck_01', 'spine_03', [0, 0.17, 0], 'neck'],
  ['head', 'neck_01', [0, 0.09, 0.02], 'head'],
  ['clavicle_l|clavicle_r', 'spine_03', [0.04, 0.12, 0], 'Shoulder'],
  ['upperarm_l|upperarm_r', 'clavicle_l|clavicle_r', arm(0.1, 0.16), 'UpperArm'],
  ['upperarm_twist_01_l|upperarm_twist_01_r', 'upperarm_l|upperarm_r', [0.0, 0, 0]],
  ['lowerarm_l|lowerarm_r', 'upperarm_l|upperarm_r', arm(0.8, 0.3), 'LowerArm'],
  ['lowerarm_twist_01_l|lowerarm_twist_01_r', 'lowerarm_l|lowerarm_r', arm(0.8, 0.14)],
  ['hand_l|hand_r', 'lowerarm_l|lowerarm_r', arm(0.8, 0.27), 'Hand'],
  ['index_01_l|index_01_r', 'hand_l|hand_r', arm(0.8, 0.1)],
  ['index_02_l|index_02_r', 'index_01_l|index_01_r', arm(0.8, 0.04)],
  ['thumb_01_l|thumb_01_r', 'hand_l|hand_r', [0.02, -0.02, 0.03]],
  ['thigh_l|thigh_r', 'pelvis', [0.09, -0.01, 0], 'UpperLeg'],
  ['thigh_twist_01_l|thigh_twist_01_r', 'thigh_l|thigh_r', [0.01, -0.2, 0]],
  ['calf_l|calf_r', 'thigh_l|thigh_r', [0.03, -0.43, 0], 'LowerLeg'],
  ['calf_twist_01_l|calf_twist_01_r', 'calf_l|calf_r', [0.01, -0.2, -0.02]],
  ['foot_l|foot_r', 'calf_l|calf_r', [0.02, -0.4, -0.05], 'Foot'],
  ['ball_l|ball_r', 'foot_l|foot_r', [0, -0.1, 0.15], 'Toes'],
  ['ik_foot_root', 'root', [0, 0, 0]],
  ['ik_foot_l|ik_foot_r', 'ik_foot_root', [0.15, 0.13, -0.05]],
];

/** Rigify's deforming bones: each limb segment has two of the same name; neck and head are called spine. */
const rigify: readonly RigLine[] = [
  ['DEF-spine', '', [0, 0.95, 0], 'hips'],
  ['DEF-pelvis.L|DEF-pelvis.R', 'DEF-spine', [0, 0, 0]],
  ['DEF-spine.001', 'DEF-spine', [0, 0.12, 0], 'spine'],
  ['DEF-spine.002', 'DEF-spine.001', [0, 0.13, 0], 'chest'],
  ['DEF-spine.003', 'DEF-spine.002', [0, 0.14, 0], 'upperChest'],
  ['DEF-spine.004', 'DEF-spine.003', [0, 0.15, 0], 'neck'],
  ['DEF-spine.005', 'DEF-spine.004', [0, 0.05, 0.01]],
  ['DEF-spine.006', 'DEF-spine.005', [0, 0.05, 0.01], 'head'],
  ['DEF-shoulder.L|DEF-shoulder.R', 'DEF-spine.003', [0.02, 0.1, 0.02], 'Shoulder'],
  ['DEF-upper_arm.L|DEF-upper_arm.R', 'DEF-shoulder.L|DEF-shoulder.R', [0.15, -0.01, -0.03], 'UpperArm'],
  ['DEF-upper_arm.L.001|DEF-upper_arm.R.001', 'DEF-upper_arm.L|DEF-upper_arm.R', arm(0.3, 0.14)],
  ['DEF-forearm.L|DEF-forearm.R', 'DEF-upper_arm.L.001|DEF-upper_arm.R.001', arm(0.3, 0.14), 'LowerArm'],
  ['DEF-forearm.L.001|DEF-forearm.R.001', 'DEF-forearm.L|DEF-forearm.R', arm(0.3, 0.13)],
  ['DEF-hand.L|DEF-hand.R', 'DEF-forearm.L.001|DEF-forearm.R.001', arm(0.3, 0.13), 'Hand'],
  ['DEF-thigh.L|DEF-thigh.R', 'DEF-spine', [0.1, -0.03, 0], 'UpperLeg'],
  ['DEF-thigh.L.001|DEF-thigh.R.001', 'DEF-thigh.L|DEF-thigh.R', [0, -0.21, 0]],
  ['DEF-shin.L|DEF-shin.R', 'DEF-thigh.L.001|DEF-thigh.R.001', [0, -0.21, 0], 'LowerLeg'],
  ['DEF-shin.L.001|DEF-shin.R.001', 'DEF-shin.L|DEF-shin.R', [0, -0.21, -0.01]],
  ['DEF-foot.L|DEF-foot.R', 'DEF-shin.L.001|DEF-shin.R.001', [0, -0.21, -0.01], 'Foot'],
  ['DEF-toe.L|DEF-toe.R', 'DEF-foot.L|DEF-foot.R', [0, -0.07, 0.14], 'Toes'],
];

/** 3ds Max: the thighs hang on the spine. */
const biped: readonly RigLine[] = [
  ['Bip01', '', [0, 0.95, 0]],
  ['Bip01 Pelvis', 'Bip01', [0, 0, 0], 'hips'],
  ['Bip01 Spine', 'Bip01 Pelvis', [0, 0.1, -0.01], 'spine'],
  ['Bip01 Spine1', 'Bip01 Spine', [0, 0.15, 0], 'chest'],
  ['Bip01 Neck', 'Bip01 Spine1', [0, 0.3, 0], 'neck'],
  ['Bip01 Head', 'Bip01 Neck', [0, 0.09, 0.01], 'head'],
  ['Bip01 HeadNub', 'Bip01 Head', [0, 0.2, 0]],
  ['Bip01 L Clavicle|Bip01 R Clavicle', 'Bip01 Neck', [0.03, -0.05, 0], 'Shoulder'],
  ['Bip01 L UpperArm|Bip01 R UpperArm', 'Bip01 L Clavicle|Bip01 R Clavicle', [0.14, 0, 0], 'UpperArm'],
  ['Bip01 L Forearm|Bip01 R Forearm', 'Bip01 L UpperArm|Bip01 R UpperArm', arm(0.9, 0.28), 'LowerArm'],
  ['Bip01 L ForeTwist|Bip01 R ForeTwist', 'Bip01 L Forearm|Bip01 R Forearm', [0.01, 0, 0]],
  ['Bip01 L Hand|Bip01 R Hand', 'Bip01 L Forearm|Bip01 R Forearm', arm(0.9, 0.26), 'Hand'],
  ['Bip01 L Finger0|Bip01 R Finger0', 'Bip01 L Hand|Bip01 R Hand', [0.02, -0.02, 0.03]],
  ['Bip01 L Finger1|Bip01 R Finger1', 'Bip01 L Hand|Bip01 R Hand', arm(0.9, 0.1)],
  ['Bip01 L Thigh|Bip01 R Thigh', 'Bip01 Spine', [0.1, -0.1, 0.01], 'UpperLeg'],
  ['Bip01 L Calf|Bip01 R Calf', 'Bip01 L Thigh|Bip01 R Thigh', [0, -0.42, 0], 'LowerLeg'],
  ['Bip01 L Foot|Bip01 R Foot', 'Bip01 L Calf|Bip01 R Calf', [0, -0.42, -0.02], 'Foot'],
  ['Bip01 L Toe0|Bip01 R Toe0', 'Bip01 L Foot|Bip01 R Foot', [0, -0.08, 0.13], 'Toes'],
  ['Bip01 L Toe0Nub|Bip01 R Toe0Nub', 'Bip01 L Toe0|Bip01 R Toe0', [0, 0, 0.06]],
];

/** CMU's BVH files: zero-length bones at hips and chest, legs apart at rest. */
const cmu: readonly RigLine[] = [
  ['Hips', '', [0, 0.95, 0], 'hips'],
  ['LHipJoint|RHipJoint', 'Hips', [0, 0, 0]],
  ['LeftUpLeg|RightUpLeg', 'LHipJoint|RHipJoint', [0.077, -0.101, 0.047], 'UpperLeg'],
  ['LeftLeg|RightLeg', 'LeftUpLeg|RightUpLeg', [0.144, -0.395, 0], 'LowerLeg'],
  ['LeftFoot|RightFoot', 'LeftLeg|RightLeg', [0.148, -0.408, 0], 'Foot'],
  ['LeftToeBase|RightToeBase', 'LeftFoot|RightFoot', [0.011, -0.032, 0.12], 'Toes'],
  ['LowerBack', 'Hips', [0, 0, 0], 'spine'],
  ['Spine', 'LowerBack', [0.001, 0.115, -0.004], 'chest'],
  ['Spine1', 'Spine', [0, 0.117, -0.002], 'upperChest'],
  ['Neck', 'Spine1', [0, 0, 0], 'neck'],
  ['Neck1', 'Neck', [-0.003, 0.09, 0.007]],
  ['Head', 'Neck1', [0.001, 0.093, -0.012], 'head'],
  ['LeftShoulder|RightShoulder', 'Spine1', [0, 0, 0], 'Shoulder'],
  ['LeftArm|RightArm', 'LeftShoulder|RightShoulder', [0.174, 0.063, 0], 'UpperArm'],
  ['LeftForeArm|RightForeArm', 'LeftArm|RightArm', [0.285, 0, 0], 'LowerArm'],
  ['LeftHand|RightHand', 'LeftForeArm|RightForeArm', [0.178, 0, 0], 'Hand'],
  ['LeftFingerBase|RightFingerBase', 'LeftHand|RightHand', [0, 0, 0]],
  ['LeftHandIndex1|RightHandIndex1', 'LeftFingerBase|RightFingerBase', [0.07, 0, 0]],
  ['LThumb|RThumb', 'LeftHand|RightHand', [0, 0, 0]],
  ['LThumbEnd|RThumbEnd', 'LThumb|RThumb', [0.05, 0, 0.05]],
];

/** Character Creator: two bones at the hips; the neck is called twist. */
// prettier-ignore
const characterCreator: readonly RigLine[] = [
  ['CC_Base_BoneRoot', '', [0, 0, 0]],
  ['CC_Base_Hip', 'CC_Base_BoneRoot', [0, 1, 0], 'hips'],
  ['CC_Base_Pelvis', 'CC_Base_Hip', [0, 0, 0]],
  ['CC_Base_L_Thigh|CC_Base_R_Thigh', 'CC_Base_Pelvis', [0.1, -0.05, 0], 'UpperLeg'],
  ['CC_Base_L_ThighTwist01|CC_Base_R_ThighTwist01', 'CC_Base_L_Thigh|CC_Base_R_Thigh', [0, -0.05, 0]],
  ['CC_Base_L_Calf|CC_Base_R_Calf', 'CC_Base_L_Thigh|CC_Base_R_Thigh', [0, -0.45, 0], 'LowerLeg'],
  ['CC_Base_L_Foot|CC_Base_R_Foot', 'CC_Base_L_Calf|CC_Base_R_Calf', [0, -0.43, -0.02], 'Foot'],
  ['CC_Base_L_ToeBase|CC_Base_R_ToeBase', 'CC_Base_L_Foot|CC_Base_R_Foot', [0, -0.06, 0.13], 'Toes'],
  ['CC_Base_Waist', 'CC_Base_Hip', [0, 0.05, 0], 'spine'],
  ['CC_Base_Spine01', 'CC_Base_Waist', [0, 0.12, 0], 'chest'],
  ['CC_Base_Spine02', 'CC_Base_Spine01', [0, 0.15, 0], 'upperChest'],
  ['CC_Base_L_Breast|CC_Base_R_Breast', 'CC_Base_Spine02', [0.08, 0.02, 0.1]],
  ['CC_Base_NeckTwist01', 'CC_Base_Spine02', [0, 0.17, 0], 'neck'],
  ['CC_Base_NeckTwist02', 'CC_Base_NeckTwist01', [0, 0.04, 0]],
  ['CC_Base_Head', 'CC_Base_NeckTwist02', [0, 0.04, 0], 'head'],
  ['CC_Base_L_Clavicle|CC_Base_R_Clavicle', 'CC_Base_Spine02', [0.02, 0.13, 0], 'Shoulder'],
  ['CC_Base_L_Upperarm|CC_Base_R_Upperarm', 'CC_Base_L_Clavicle|CC_Base_R_Clavicle', [0.15, 0, 0], 'UpperArm'],
  ['CC_Base_L_UpperarmTwist01|CC_Base_R_UpperarmTwist01', 'CC_Base_L_Upperarm|CC_Base_R_Upperarm', arm(0.4, 0.05)],
  ['CC_Base_L_Forearm|CC_Base_R_Forearm', 'CC_Base_L_Upperarm|CC_Base_R_Upperarm', arm(0.4, 0.28), 'LowerArm'],
  ['CC_Base_L_Hand|CC_Base_R_Hand', 'CC_Base_L_Forearm|CC_Base_R_Forearm', arm(0.4, 0.26), 'Hand'],
];

export const rigs: Readonly<Record<string, readonly RigLine[]>> = {
  Poser: poser,
  SMPL: smpl,
  'Daz Genesis 8': daz,
  ARKit: arkit,
  MikuMikuDance: mmd,
  Unreal: unreal,
  Rigify: rigify,
  Biped: biped,
  CMU: cmu,
  'Character Creator': characterCreator,
};

export interface RigOptions {
  /** Replaces a bone's name. */
  readonly rename?: (name: string, index: number) => string;
  /** Random bone axes; by default all are the world's. */
  readonly random?: () => number;
  /** Turns and scales the whole rig. */
  readonly turn?: Quaternion;
  readonly size?: number;
}

/** A rig's bones, and the table name of each role's bone. */
export function makeRig(lines: readonly RigLine[], options: RigOptions = {}) {
  const { rename = (name) => name, random, turn: whole = new Quaternion(), size = 1 } = options;
  const scene = new Group();
  const bones = new Map<string, Bone>();
  const roles = new Map<string, Bone>();
  const turns = new Map<string, Quaternion>([['', whole.clone().conjugate()]]);
  for (const [names, parents, [x, y, z], role] of lines) {
    names.split('|').forEach((name, i, { length }) => {
      const parent = parents.split('|').at(-1 - (parents.includes('|') ? 1 - i : 0))!;
      const bone = new Bone();
      bone.name = rename(name, bones.size);
      const turn = random ? randomTurn(random) : new Quaternion();
      const back = turns.get(parent)!.clone().conjugate();
      turns.set(name, turn);
      bone.position
        .set(i === 0 ? x : -x, y, z)
        .multiplyScalar(size)
        .applyQuaternion(back);
      bone.quaternion.copy(back).multiply(turn);
      (bones.get(parent) ?? scene).add(bone);
      bones.set(name, bone);
      if (role) roles.set(length === 2 ? ['left', 'right'][i]! + role : role, bone);
    });
  }
  scene.updateMatrixWorld(true);
  return { scene, bones, roles };
}

/** A bone's place in the world, by three.js alone. */
export function placeOf(bone: Bone): Vector3 {
  bone.updateWorldMatrix(true, false);
  return new Vector3().setFromMatrixPosition(bone.matrixWorld);
}

const leg = (i: number, ...steps: readonly (readonly [number, number, number])[]) =>
  steps.map((at, k): [number, readonly [number, number, number]] => [i + k, at]);
const limbs = (parent: string, steps: readonly [number, readonly [number, number, number]][]): RigLine[] =>
  steps.map(([i, at], k) => [`Left ${i}|Right ${i}`, k === 0 ? parent : `Left ${i - 1}|Right ${i - 1}`, at]);

/** Animals. */
export const animals: Readonly<Record<string, readonly RigLine[]>> = {
  dog: [
    ['Hips', '', [0, 0.6, 0]],
    ['Spine', 'Hips', [0, 0.02, 0.2]],
    ['Chest', 'Spine', [0, 0.02, 0.2]],
    ['Neck', 'Chest', [0, 0.15, 0.15]],
    ['Head', 'Neck', [0, 0.1, 0.1]],
    ...chain(3, (i) => `Tail${i}`, 'Hips', [0, 0.1, -0.1]),
    ...limbs('Hips', leg(0, [0.1, -0.05, 0], [0, -0.2, 0.05], [0, -0.2, -0.1], [0, -0.12, 0.05])),
    ...limbs('Chest', leg(4, [0.05, 0, 0], [0.03, -0.15, -0.05], [0, -0.2, 0.02], [0, -0.17, 0.03])),
  ].map(([name, parent, at]): RigLine => [name as string, parent as string, at as [number, number, number]]),
  octopus: [
    ['body', '', [0, 1, 0]],
    ...[0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => {
      const step = (radius: number): [number, number, number] => [
        radius * Math.cos((i * Math.PI) / 4),
        -0.05,
        radius * Math.sin((i * Math.PI) / 4),
      ];
      return chain(6, (k) => `arm ${i} ${k}`, 'body', step(0.2));
    }),
  ],
  tentacle: [
    ['tentacle 0', '', [0, 0, 0]],
    ...chain(8, (i) => `tentacle ${i}`, 'tentacle 0', [0, 0.2, 0.01]),
  ],
  insect: [
    ['thorax 0', '', [0, 0.3, 0]],
    ...chain(3, (i) => `thorax ${i}`, 'thorax 0', [0, 0, 0.2]),
    ...[0, 1, 2].flatMap((i) =>
      limbs(`thorax ${i}`, leg(10 * i, [0.1, 0, 0], [0.2, 0.1, 0], [0.1, -0.3, 0])),
    ),
  ],
  hand: [
    ['wrist', '', [0, 1, 0]],
    ...[0, 1, 2, 3, 4].flatMap((i) => [
      [`finger ${i} 0`, 'wrist', [0.02 * i - 0.04, 0.1, 0]] as RigLine,
      ...chain(3, (k) => `finger ${i} ${k}`, `finger ${i} 0`, [0, 0.035, 0]),
    ]),
  ],
  bird: [
    ['body', '', [0, 0.3, 0]],
    ['breast', 'body', [0, 0.05, 0.15]],
    ['neck', 'breast', [0, 0.1, 0.1]],
    ['beak', 'neck', [0, 0.1, 0.05]],
    ...limbs('body', leg(0, [0.05, 0, 0], [0, -0.1, 0.02], [0, -0.1, -0.02], [0, -0.03, 0.06])),
    ...limbs('breast', leg(4, [0.05, 0.03, 0], [0.15, 0, 0], [0.2, 0, 0], [0.2, 0, 0])),
  ],
};
